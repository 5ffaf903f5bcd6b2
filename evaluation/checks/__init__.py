"""What is looked at before anything runs, a file a family of checks."""
