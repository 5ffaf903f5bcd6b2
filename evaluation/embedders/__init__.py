"""The models that come ready made, a module each, and the choice among them."""
