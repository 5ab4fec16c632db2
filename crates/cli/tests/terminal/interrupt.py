"""Runs a command on a terminal of its own and presses Ctrl-C when a text has appeared: `interrupt.py TEXT COMMAND…`.

Prints what was on the screen and ends with the command's exit status."""

import os
import pty
import signal
import sys

text, *command = sys.argv[1:]
signal.alarm(60)
process, terminal = pty.fork()
if process == 0:
    os.execv(command[0], command)
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
