"""The link to the tower: finding it, talking to it, and finding it again."""
