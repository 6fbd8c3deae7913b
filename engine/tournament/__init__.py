"""What may happen at a tournament: scoring tables, pairings, and why."""
