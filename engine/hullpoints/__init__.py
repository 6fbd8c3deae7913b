"""The hull-point rule set: walkers, vehicles, infantry."""
