"""The store's tables brought to what this program reads, step by step, one step a file."""
