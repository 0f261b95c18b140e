import { WriteStream } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { QueuesUnavailable, RedisAway } from '@sitegrep/jobs';
import { StorageBusy, StorageUnavailable } from '@sitegrep/storage';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { errorForLog, isNoise, logLine } from './log-lines.ts';

/** Lines that a terminal shows of what is logged, without the time of day. */
function shown(log: (logger: pino.Logger) => void): readonly string[] {
  const lines: string[] = [];
  const write = (json: string): void => {
    lines.push(...stripVTControlCharacters(logLine(json, process.stderr)).split('\n'));
  };
  log(pino({ level: 'debug' }, { write }));
  return lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
}

test('a record is one line: level, message and fields', () => {
  expect(
    shown((logger) => logger.warn({ waitMs: 1_000, url: 'http://a.example/', list: [1] }, 'trying again')),
  ).toEqual(['warn  trying again waitMs=1000 url=http://a.example/ list=[1]']);
  expect(shown((logger) => logger.info('ready'))).toEqual(['info  ready']);
});

test('a request is told in words', () => {
  const request = { method: 'POST', path: '/web-serp', status: 503, ms: 7, client: '127.0.0.1', keyId: 'k' };
  expect(shown((logger) => logger.info(request, 'request'))).toEqual([
    'info  POST /web-serp 503 in 7 ms client=127.0.0.1',
  ]);
});

test('an error follows in lines of its own, and can’t move the cursor', () => {
  const error = new Error('gone\u001b[2J');
  error.stack = 'Error: gone\u001b[2J\n    at x';
  expect(shown((logger) => logger.error({ err: error }, 'failed\u001b[H'))).toEqual([
    'error failed [H',
    '  Error: gone [2J',
    '      at x',
  ]);
});

test('an error of a service is a part of the line, without its stack', () => {
  const lines: string[] = [];
  const log = pino({ serializers: { err: errorForLog } }, { write: (line: string) => lines.push(line) });
  const cause = new Error('connect ECONNREFUSED 10.0.0.1:9200');
  const errors = [
    new StorageUnavailable('Elasticsearch does not answer', { cause }),
    new StorageBusy('queued'),
    new QueuesUnavailable('closed'),
    new RedisAway('refused'),
  ];
  for (const error of errors) log.error({ err: error }, 'failed');
  expect(lines.join('')).not.toContain('stack');
  expect(lines.map((line) => stripVTControlCharacters(logLine(line, process.stderr)).slice(9))).toEqual([
    'error failed: Elasticsearch does not answer: connect ECONNREFUSED 10.0.0.1:9200',
    'error failed: queued',
    'error failed: closed',
    'error failed: refused',
  ]);
  log.error({ err: new TypeError('a fault of ours') }, 'failed');
  expect(lines.at(-1)).toContain('stack');
});

test('colours are for terminals that have them', () => {
  const record = JSON.stringify({ level: 40, time: 0, msg: 'm' });
  const terminal = Object.create(WriteStream.prototype, {
    isTTY: { value: true },
    getColorDepth: { value: () => 8 },
    writable: { value: true },
  }) as WriteStream;
  const env = { NO_COLOR: process.env['NO_COLOR'], FORCE_COLOR: process.env['FORCE_COLOR'] };
  delete process.env['NO_COLOR'];
  process.env['FORCE_COLOR'] = '1';
  try {
    expect(logLine(record, terminal)).toContain('\u001b[33mwarn ');
  } finally {
    for (const [name, value] of Object.entries(env)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});

test('where the server listens, and files of the console, are no news for a person', () => {
  const noise: boolean[] = [];
  const logger = pino({}, { write: (json: string) => void noise.push(isNoise(json)) });
  logger.info('Server listening at http://127.0.0.1:8080');
  logger.info({ reason: 'Server listening at' }, 'ready');
  // As requests are logged: the path before the status.
  for (const [path, status] of [
    ['/assets/main-1.js', 200],
    ['/docs/usage', 304],
    ['/assets/gone.js', 404],
    ['/search', 200],
    ['/docs', 500],
  ] as const)
    logger.info({ method: 'GET', path, status, ms: 1 }, 'request');
  expect(noise).toEqual([true, false, true, true, false, false, false]);
});
