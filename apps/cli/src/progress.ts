import { MultiBar, type SingleBar } from 'cli-progress';
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

/** The bar that is on the terminal now. */
let shown: MultiBar | null = null;

/** Writes lines to standard error, above the bar if one is shown. @param text ends in a line feed */
export function writeAbove(text: string): void {
  if (shown === null) {
    process.stderr.write(text);
    return;
  }
  shown.log(text);
  shown.update();
}

function bar(label: string): Progress {
  // Drawn at the first progress, so that a command that is refused shows none.
  let drawn: { readonly bars: MultiBar; readonly bar: SingleBar } | null = null;
  const eta = new Eta();
  return {
    update(done, total, note) {
      drawn ??= draw(label);
      drawn.bar.setTotal(Math.max(total, 1));
      drawn.bar.update(done, { note, eta_text: eta.estimate(done, total, performance.now()) });
    },
    stop() {
      drawn?.bars.stop();
      if (shown === drawn?.bars) shown = null;
      drawn = null;
    },
  };
}

function draw(label: string): { readonly bars: MultiBar; readonly bar: SingleBar } {
  const bars = new MultiBar({
    format: `${label} {bar} {percentage}%  ETA {eta_text}  {note}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 28,
    clearOnComplete: false,
    // The terminal keeps its own settings, so that a process that ends at once leaves nothing to restore.
    hideCursor: false,
    linewrap: true,
    gracefulExit: false,
    etaBuffer: 100,
    stream: process.stderr,
  });
  shown = bars;
  return { bars, bar: bars.create(1, 0, { note: '', eta_text: '–' }) };
}

function log(label: string): Progress {
  const eta = new Eta();
  let nextAt = performance.now() + LOG_EVERY_MS;
  return {
    update(done, total, note) {
      const now = performance.now();
      const left = eta.estimate(done, total, now);
      if (now < nextAt) return;
      nextAt = now + LOG_EVERY_MS;
      const share = total > 0 ? Math.floor((100 * done) / total) : 0;
      process.stderr.write(`${label} ${share}%  ETA ${left}  ${note}\n`);
    },
    stop: () => {},
  };
}

/** Time over which the rate of progress is measured, in milliseconds. */
const RATE_OVER_MS = 60_000;

/** Estimates the remaining time from what was done in the last minute: work that was resumed, or that hangs, tells no lie. */
export class Eta {
  readonly #samples: { readonly at: number; readonly done: number }[] = [];
  #changedAt = 0;

  /** @param now milliseconds of a clock that only goes forward @returns text for a person; `–`: not known */
  estimate(done: number, total: number, now: number): string {
    const last = this.#samples.at(-1);
    if (last?.done !== done) {
      this.#samples.push({ at: now, done });
      this.#changedAt = now;
    }
    while (this.#samples.length > 2 && (this.#samples[1]?.at ?? 0) < now - RATE_OVER_MS)
      this.#samples.shift();
    const [first] = this.#samples;
    if (first === undefined || done >= total || done <= first.done) return '–';
    const left = ((total - done) * (now - first.at)) / (done - first.done);
    // Nothing has come for longer than all should take: the rest takes its own time.
    return now - this.#changedAt > Math.max(left, 2_000) ? '–' : formatSeconds(left / 1_000);
  }
}
