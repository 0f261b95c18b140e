import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run, type Ended } from '../../test/command.ts';
import { startFakeServer } from '../../test/fake-server.ts';

const KEY = `sg_${'k'.repeat(40)}`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-login-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = (): string => join(folder, 'sitegrep', 'profiles.json');

function login(args: readonly string[], input = '', settings: Record<string, string> = {}): Promise<Ended> {
  return run(['login', ...args], { XDG_CONFIG_HOME: folder, npm_command: '', ...settings }, input);
}

/** Answers as a server that knows one key, which may search and read sources. */
const server: RequestListener = (request, response) => {
  const isKnown = request.headers['x-api-key'] === KEY;
  const isThere = request.url === '/session';
  const body = !isThere
    ? {
        success: false,
        error: 'Not found',
        details: 'There is no such path; see the documentation at /docs.',
      }
    : isKnown
      ? { success: true, data: { key: { id: 'a', name: 'b', scopes: ['search', 'source'] } } }
      : { success: false, error: 'Unauthorized', details: 'no such key' };
  response.writeHead(isThere ? (isKnown ? 200 : 401) : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

test('a key that the server knows is stored with its address, and its scopes and the use of the profile are told', async () => {
  await using fake = await startFakeServer(server);
  expect(await login([fake.url, '--profile', 'work'], `${KEY}\n`)).toEqual({
    code: 0,
    stdout:
      `the profile work is stored in ${file()}; its key may search, source\n` +
      'use it with "sitegrep search --profile work wp-content", or once and for all: export SITEGREP_PROFILE=work\n',
    stderr: '',
  });
  const other = await login([fake.url], '', { SITEGREP_KEY: KEY });
  expect(other.code).toBe(0);
  expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({
    work: { url: fake.url, key: KEY },
    default: { url: fake.url, key: KEY },
  });
});

test('what the server does not know is not stored, and the message says where the key came from', async () => {
  await using fake = await startFakeServer(server);
  expect(await login([fake.url], 'sg_other\n')).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: ${fake.url} does not know this API key: check it; nothing is stored.\n`,
  });
  const set = await login([fake.url], `${KEY}\n`, { SITEGREP_KEY: 'sg_old' });
  expect(set.stderr).toContain('does not know the API key of SITEGREP_KEY: check it');
  const deeper = await login([`${fake.url}/console`], `${KEY}\n`);
  expect([deeper.code, deeper.stderr]).toEqual([
    2,
    'error: There is no such path; see the documentation at /docs.\n' +
      'Check the URL: it is the one at which the console of the server opens.\n',
  ]);
  expect(existsSync(file())).toBe(false);
});

test('a redirect is named with its target, and another server with what it answers', async () => {
  await using fake = await startFakeServer((request, response) => {
    if (request.url?.startsWith('/old') === true)
      response.writeHead(301, { location: 'https://new.example/' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
  });
  const moved = await login([`${fake.url}/old`], `${KEY}\n`);
  expect(moved.stderr).toBe(
    'error: The answer is a redirect to https://new.example/, which is not followed with a key; give the final address of the server.\n',
  );
  const other = await login([fake.url], `${KEY}\n`);
  expect(other.stderr).toMatch(
    /^error: Something other than this API answered; .*<h1>Welcome<\/h1>\nCheck the URL: /,
  );
  expect([moved.code, other.code, existsSync(file())]).toEqual([2, 2, false]);
});

test.each([
  [
    ['127.0.0.1:8080'],
    KEY,
    '"127.0.0.1:8080" is not a URL of a server: give one such as http://127.0.0.1:8080.',
  ],
  [['ftp://a.example'], KEY, '"ftp://a.example" is not a URL of a server'],
  [['http://me:secret@a.example'], KEY, 'the URL of a.example has a user name or a password: leave it out'],
  [['http://a.example/?q=x#y'], KEY, 'the URL of a.example ends in ?q=x#y, which is of a page'],
  [['http://a.example', '--profile', 'a b'], KEY, '--profile "a b" is not a name: give 1 to 100 letters'],
  [['http://a.example', '--profile', ''], KEY, '--profile "" is not a name'],
  [['http://a.example'], '', 'no API key was given: set SITEGREP_KEY, or write the key as a line'],
  [['http://a.example'], '\n', 'no API key was given'],
  [
    ['http://a.example'],
    `export SITEGREP_KEY=${KEY}\n`,
    'what was given is not an API key: give the key alone',
  ],
  [[], KEY, "missing required argument 'url'"],
])('%j with the key %j is refused before a server is asked', async (args, key, message) => {
  const { code, stdout, stderr } = await login(args, key);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
  expect(stderr).not.toContain('secret');
  expect(existsSync(file())).toBe(false);
});
