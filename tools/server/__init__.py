"""The viewer served live on this machine."""
