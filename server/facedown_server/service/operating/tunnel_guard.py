"""A process between the server and its tunnel's program: it ends the program when its own input ends, as it
does when the server is killed. It loads no other module of ours.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading


def main() -> None:
    """Run the program of the command line until it ends, or until standard input does."""
    child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE)  # noqa: S603 - the tunnel's own

    def end_with_input() -> None:
        os.read(0, 1)
        child.terminate()

    threading.Thread(target=end_with_input, daemon=True).start()
    os._exit(child.wait() & 255)


if __name__ == "__main__":
    main()
