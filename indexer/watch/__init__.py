"""What is wrong with brands or the site: an incident begins and ends with a message."""
