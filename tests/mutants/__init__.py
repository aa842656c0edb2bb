"""Small changes of the code, one at a time, and whether a test notices."""
