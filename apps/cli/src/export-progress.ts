import { counted, isInteractive } from './terminal.ts';

/** Time between two counts that are shown, in milliseconds. */
const EVERY_MS = 250;

/** Shows on standard error how many items were written, in a line of its own that the next count replaces. */
export interface ExportProgress {
  at(count: number): void;
  stop(): void;
}

/**
 * Opens the progress of an export: shown to a person, unless the export itself goes to the terminal.
 *
 * @param noun name of an item
 * @param isOnTerminal whether what is written is shown on the terminal
 */
export function openExportProgress(noun: string, isOnTerminal: boolean): ExportProgress {
  if (isOnTerminal || !isInteractive(process.stderr)) return { at: () => {}, stop: () => {} };
  let nextAt = performance.now() + EVERY_MS;
  let isShown = false;
  return {
    at(count) {
      const now = performance.now();
      if (now < nextAt) return;
      nextAt = now + EVERY_MS;
      isShown = true;
      process.stderr.write(`\r\u001b[K${counted(count, noun)} written so far`);
    },
    stop() {
      if (isShown) process.stderr.write('\r\u001b[K');
    },
  };
}
