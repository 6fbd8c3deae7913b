"""What happened: messages, quantities, rolls, errors, and the log that keeps them."""
