import { SingleBar } from 'cli-progress';
import { formatSeconds, isInteractive } from './terminal.ts';

/** Progress on standard error: a bar for a person, a line every ten seconds for a log. */
export interface Progress {
  /** @param done part of `total` that is done; @param note further text, such as a rate */
  update(done: number, total: number, note: string): void;
  stop(): void;
}

const LOG_EVERY_MS = 10_000;

export function openProgress(label: string, silent: boolean): Progress {
  if (silent) return { update: () => {}, stop: () => {} };
  return isInteractive(process.stderr) ? bar(label) : log(label);
}

function bar(label: string): Progress {
  const bar = new SingleBar({
    format: `${label} {bar} {percentage}%  {note}  ETA {eta_text}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 28,
    hideCursor: true,
    clearOnComplete: false,
    etaBuffer: 100,
    stream: process.stderr,
  });
  const startedAt = performance.now();
  bar.start(1, 0, { note: '', eta_text: '–' });
  return {
    update(done, total, note) {
      bar.setTotal(Math.max(total, 1));
      bar.update(done, { note, eta_text: eta(done, total, performance.now() - startedAt) });
    },
    stop: () => bar.stop(),
  };
}

function log(label: string): Progress {
  const startedAt = performance.now();
  let nextAt = startedAt + LOG_EVERY_MS;
  return {
    update(done, total, note) {
      const now = performance.now();
      if (now < nextAt) return;
      nextAt = now + LOG_EVERY_MS;
      const share = total > 0 ? Math.floor((100 * done) / total) : 0;
      process.stderr.write(`${label} ${share}%  ${note}  ETA ${eta(done, total, now - startedAt)}\n`);
    },
    stop: () => {},
  };
}

/** Remaining time at the mean rate so far. */
function eta(done: number, total: number, elapsedMs: number): string {
  if (done <= 0 || total <= 0) return '–';
  return formatSeconds(((total - done) / done) * (elapsedMs / 1000));
}
