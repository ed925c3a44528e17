"""Revisions beside a site that goes on, and what they leave to the workers."""
