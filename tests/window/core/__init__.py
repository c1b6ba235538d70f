"""The whole thing as people use it: a server process, real windows on a virtual display, mouse and keys.

Linux only: Xvfb holds the windows and xdotool moves the mouse and types. Nothing waits blindly: the client
narrates what its window shows (`--narrate`), and every step waits for the line that says it has happened.
FACEDOWN_SHOTS names a folder that keeps the pictures taken on the way.
"""
