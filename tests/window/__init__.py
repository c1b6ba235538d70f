"""The whole system as people use it: a server process, real windows on a virtual display, mouse and keys.

Linux only: Xvfb shows the windows and xdotool moves the mouse and types. No step waits blindly: the client
narrates what its window shows (`--narrate`), and every step waits for the line that confirms it.
FACEDOWN_SHOTS names a folder for the pictures taken on the way.
"""
