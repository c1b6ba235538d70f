"""The client with a window. All of pygame is here; the other folders of the client load none of it."""
