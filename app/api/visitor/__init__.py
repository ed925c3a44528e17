"""What visitors leave: clicks and views, and addresses for the newsletter."""
