"""What it means: states, reducers, and what can be read from them."""
