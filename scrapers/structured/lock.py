"""A store that shows nothing before a password is given, known by its page's form."""

LOCKED = "The store requires a password before it shows anything."
# A form that takes a password alone. One that takes a name or an address, too, is an account's.
LOCK = (
    "//form[.//input[@type='password']]"
    "[not(.//input[not(@type) or @type='text' or @type='email' or @type='tel'])]"
)
BELOW = 1500  # characters of text: a page with more shows something
