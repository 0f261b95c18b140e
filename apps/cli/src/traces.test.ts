import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { openTraces } from './traces.ts';

afterEach(() => vi.unstubAllEnvs());

test('a collector that is away keeps no process from ending, and is told', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:1');
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(line) });
  const closers = new AsyncDisposableStack();
  await openTraces('test', logger, closers);
  const { trace } = await import('@opentelemetry/api');
  const span = trace.getTracer('test').startSpan('lost');
  expect(span.isRecording()).toBe(true);
  span.end();
  await closers.disposeAsync();
  expect(lines).toEqual([expect.stringContaining('the last traces could not be sent')]);
});
