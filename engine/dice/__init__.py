"""Where dice come from."""
