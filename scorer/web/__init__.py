"""The web app: pages by noun, forms, display, access."""
