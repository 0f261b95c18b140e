"""Runs a command on a pseudo terminal of 80 columns and 24 lines.

Keys come from standard input, output goes to standard output. Descriptor 3 gets the process id of the command in a line,
and at the end its exit code in another: negative if a signal ended it. The end of standard input hangs the terminal up.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

LINES, COLUMNS = 24, 80
KEYS, SCREEN, REPORT = 0, 1, 3

command, terminal = pty.fork()
if command == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
os.write(REPORT, f"{command}\n".encode())


def read(descriptor):
    try:
        return os.read(descriptor, 65536)
    except OSError:
        # Linux reports so that no process has the terminal open any more.
        return b""


while True:
    ready, _, _ = select.select([KEYS, terminal], [], [])
    if terminal in ready:
        output = read(terminal)
        if output == b"":
            break
        while output:
            output = output[os.write(SCREEN, output) :]
    elif KEYS in ready:
        keys = read(KEYS)
        if keys == b"":
            break
        os.write(terminal, keys)
os.close(terminal)
_, status = os.waitpid(command, 0)
os.write(REPORT, f"{os.waitstatus_to_exitcode(status)}\n".encode())
