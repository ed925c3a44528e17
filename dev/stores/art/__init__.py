"""The demo stores' pictures: vector shapes painted with Pillow, supersampled and softly shaded."""
