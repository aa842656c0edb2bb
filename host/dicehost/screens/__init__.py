"""Who looks at a match, who may, and what each screen is sent."""
