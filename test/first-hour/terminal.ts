// A command on a pseudo terminal, as a person has it before them: what the screen shows, keys, and how it ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import headless from '@xterm/headless';

export const COLUMNS = 80;
/** Lines of the window; the screen also keeps what has left it at the top. */
const LINES = 24;
const KEPT_LINES = 10_000;

const PTY = join(import.meta.dirname, 'pseudo-terminal.py');

/** Time in which a command must show what a test waits for: far above what it takes on a busy machine. */
const PATIENCE_MS = 90_000;

export interface Terminal {
  /** Line of the shell that runs on it. */
  readonly line: string;
  /** Process id of the command. */
  readonly pid: number;
  /** Exit code of the command, once the screen shows all that it printed; negative if a signal ended it. */
  readonly ended: Promise<number>;
  /** Text of the screen and of what has left it at the top, without control sequences and spaces at its end. */
  text(): string;
  /** Lines that were wider than the screen, so that the terminal broke them. */
  brokenLines(): readonly string[];
  /** Waits until the screen shows something. @throws Error with the screen, if the command ends before or takes too long */
  shows(what: RegExp | string): Promise<void>;
  /** Presses keys, such as `\x03` for Ctrl-C. */
  press(keys: string): void;
  /** Closes the window. */
  close(): Promise<void>;
}

export const CTRL_C = '\x03';

/** Opens a terminal and runs a line of the shell on it. */
export async function openTerminal(line: string, folder: string, env: NodeJS.ProcessEnv): Promise<Terminal> {
  const child = spawn('python3', ['-I', PTY, 'bash', '-c', line], {
    cwd: folder,
    env: { ...env, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
  });
  const [keyboard, output, , reported] = child.stdio;
  if (keyboard === null || output === null || !(reported instanceof Readable)) throw new Error('no pipes');
  const closed = once(child, 'close');
  const screen = new headless.Terminal({
    cols: COLUMNS,
    rows: LINES,
    scrollback: KEPT_LINES,
    allowProposedApi: true,
  });
  let isOpen = true;
  let wake = (): void => {};
  let drawn = Promise.resolve();
  output.on('data', (chunk: Buffer) => {
    drawn = new Promise((resolve) =>
      screen.write(chunk, () => {
        resolve();
        wake();
      }),
    );
  });
  // The keyboard of a command that has ended is gone.
  keyboard.on('error', () => {});
  const reports = createInterface({ input: reported })[Symbol.asyncIterator]();
  const report = async (): Promise<number> => Number((await reports.next()).value);
  const pid = await report();
  const end = async (): Promise<number> => {
    const code = await report();
    await closed;
    await drawn;
    isOpen = false;
    wake();
    return code;
  };
  const ended = end();
  const text = (): string =>
    rows(screen)
      .map(({ text }) => text)
      .join('\n')
      .trimEnd();
  return {
    line,
    pid,
    ended,
    text,
    brokenLines: () =>
      rows(screen)
        .filter(({ isBroken }) => isBroken)
        .map(({ text }) => text),
    async shows(what) {
      const found = (): boolean => (typeof what === 'string' ? text().includes(what) : what.test(text()));
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        wake();
      }, PATIENCE_MS);
      try {
        while (!found()) {
          if (!isOpen || isLate) {
            const end = isOpen ? 'has not come' : 'was not on it at the end';
            throw new Error(`the screen of "${line}": ${String(what)} ${end}:\n${text()}`);
          }
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        clearTimeout(timer);
      }
    },
    press: (keys) => void keyboard.write(keys),
    async close() {
      keyboard.end();
      await ended;
    },
  };
}

interface Row {
  readonly text: string;
  readonly isBroken: boolean;
}

/** The rows of a screen, with those that the terminal has broken in one. */
function rows(screen: headless.Terminal): readonly Row[] {
  const { active } = screen.buffer;
  const found: Row[] = [];
  for (let index = 0; index < active.length; index += 1) {
    const row = active.getLine(index);
    if (row === undefined) continue;
    const last = found.at(-1);
    if (row.isWrapped && last !== undefined) {
      found[found.length - 1] = { text: last.text + row.translateToString(true), isBroken: true };
    } else found.push({ text: row.translateToString(true), isBroken: false });
  }
  return found;
}
