// A substitute for yt-dlp where a process is needed: its first argument names its behaviour.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';

const [, , what = '', ...others] = process.argv;

const BEHAVIOURS: Readonly<Record<string, () => void>> = {
  /** Shows what it got. */
  tell: () => console.log(JSON.stringify({ others, environment: process.env })),
  /** Complains at length, and fails. */
  complain: () => {
    process.stderr.write(`ERROR: the first\n${'.'.repeat(200_000)}\nERROR: the last\n`);
    process.exitCode = 3;
  },
  /** Writes without an end. */
  flood: () => {
    const pour = (): void => {
      process.stdout.write(' '.repeat(65_536), () => setImmediate(pour));
    };
    pour();
  },
  /** Ends by a signal. */
  fall: () => process.kill(process.pid, 'SIGTERM'),
  /** Neither it nor what it starts ends; both hold a connection to the port that is its last argument. */
  hang: () => {
    spawn(process.execPath, [import.meta.filename, 'hold', ...others], { stdio: 'inherit' });
    hold();
  },
  hold,
};

function hold(): void {
  connect(Number(others.at(-1)), '127.0.0.1');
}

BEHAVIOURS[what]?.();
