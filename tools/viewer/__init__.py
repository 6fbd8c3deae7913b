"""The battle viewer: one page that replays a log, offline or served."""
