import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openExportProgress } from './export-progress.ts';

let written: string;
beforeEach(() => {
  written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  vi.stubEnv('TERM', 'xterm');
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  Reflect.deleteProperty(process.stderr, 'isTTY');
});

function onTerminal(isTTY: boolean): void {
  Object.defineProperty(process.stderr, 'isTTY', { configurable: true, value: isTTY });
}

test('a person sees the count at most four times a second, in one line that is gone at the end', () => {
  onTerminal(true);
  const progress = openExportProgress('domain', false);
  progress.at(1);
  vi.advanceTimersByTime(250);
  progress.at(1_234);
  progress.at(1_235);
  vi.advanceTimersByTime(249);
  progress.at(1_236);
  vi.advanceTimersByTime(1);
  progress.at(2_000);
  progress.stop();
  const line = '\r\u001b[K';
  expect(written).toBe(`${line}1,234 domains written so far${line}2,000 domains written so far${line}`);
});

test.each([
  ['a log', false, false],
  ['a terminal that shows the export itself', true, true],
])('%s gets none', (_what, isTTY, isOnTerminal) => {
  onTerminal(isTTY);
  const progress = openExportProgress('domain', isOnTerminal);
  vi.advanceTimersByTime(1_000);
  progress.at(5);
  progress.stop();
  expect(written).toBe('');
});

test('an export that is over at once leaves nothing on the terminal', () => {
  onTerminal(true);
  const progress = openExportProgress('page', false);
  progress.at(1);
  progress.stop();
  expect(written).toBe('');
});
