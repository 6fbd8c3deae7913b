"""Files of other programs read into neutral rosters and rolls: bytes in, frozen objects out."""
