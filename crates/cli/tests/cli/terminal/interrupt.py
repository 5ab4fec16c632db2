"""Runs a command on a terminal of its own and presses Ctrl-C when a text has appeared: `interrupt.py TEXT COMMAND…`.

Prints what was on the screen and ends with the command's exit status."""

import os
import pty
import signal
import sys

# A crowded machine takes its time.
PATIENCE = 240
text, *command = sys.argv[1:]
process, terminal = pty.fork()
if process == 0:
    # Who runs the tests in the background has Ctrl-C ignored.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.execv(command[0], command)


def give_up(*_):
    """Shows what there was, and ends the command."""
    sys.stdout.buffer.write(screen)
    print(f"\nstill running after {PATIENCE} seconds")
    sys.stdout.flush()
    os.kill(process, signal.SIGKILL)
    os._exit(1)


signal.signal(signal.SIGALRM, give_up)
signal.alarm(PATIENCE)
screen = b""
pressed = False
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break  # The other end is closed.
    if not part:
        break
    screen += part
    if not pressed and text.encode() in screen:
        os.write(terminal, b"\x03")
        pressed = True
sys.stdout.buffer.write(screen)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
