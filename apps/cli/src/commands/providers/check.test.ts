import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type Ended } from '../../../test/command.ts';

let dataDir: string;
let upstream: Server;
let url: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-check-'));
  upstream = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(['otters', ['otters at the lake', 'otters at home']]));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  url = `http://user:hunter2@127.0.0.1:${port}/complete/search`;
});
afterAll(async () => {
  upstream.close();
  await rm(dataDir, { recursive: true });
});

function check(settings: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
  return run(['providers', 'check', ...args], { SITEGREP_DATA_DIR: dataDir, ...settings });
}

test('each provider is asked, and what came back is printed', async () => {
  const { code, stdout } = await check({
    SITEGREP_WEB_AUTOCOMPLETE_PROVIDERS: 'google-suggest,local',
    SITEGREP_GOOGLE_SUGGEST_URL: url,
  });
  expect(stdout.split('\n').map((line) => line.replace(/\s+/g, ' ').replace(/ \d+ /, ' N '))).toEqual([
    'OPERATION PROVIDER MS RESULT',
    'web-serp local ok N nothing',
    'web-autocomplete google-suggest ok N 2, first: otters at the lake',
    'web-autocomplete local ok N nothing',
    'video-info local ok N nothing',
    'video-serp local ok N nothing',
    '',
  ]);
  expect(code).toBe(0);
});

test('one that fails is told with its reason, without credentials, and makes the exit code 1', async () => {
  const { code, stdout, stderr } = await check(
    {
      SITEGREP_WEB_SERP_PROVIDERS: 'none',
      SITEGREP_VIDEO_INFO_PROVIDERS: 'none',
      SITEGREP_VIDEO_SERP_PROVIDERS: 'none',
      SITEGREP_WEB_AUTOCOMPLETE_PROVIDERS: 'google-suggest',
      SITEGREP_GOOGLE_SUGGEST_URL: 'http://user:hunter2@127.0.0.1:1/s',
    },
    '--json',
    '--keyword',
    'private',
  );
  expect(JSON.parse(stdout)).toMatchObject({
    operation: 'web-autocomplete',
    provider: 'google-suggest',
    ok: false,
    summary: 'unavailable: 127.0.0.1:1/s refuses connections',
    answer: null,
  });
  expect(stdout + stderr).not.toMatch(/hunter2|private/);
  expect(code).toBe(1);
});

test('a code that is none is refused', async () => {
  const { code, stderr } = await check({}, '--location', '840');
  expect(stderr).toContain('--location 840 is not a location: give e.g. 2840.');
  expect(code).toBe(2);
});
