"""What may happen: commands, rule sets, dice sources."""
