"""What search engines find: the sitemap, and what pages say to those that run no script."""
