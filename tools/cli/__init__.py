"""The `rollbook` command."""
