import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type Ended } from '../../test/command.ts';
import { writeProfile } from '../profiles.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-open-'));
  writeProfile(
    'work',
    { url: 'https://search.example/base', key: 'k' },
    join(folder, 'sitegrep', 'profiles.json'),
  );
});
afterAll(() => rm(folder, { recursive: true }));

function open(args: readonly string[], settings: Record<string, string> = {}): Promise<Ended> {
  const none = { SITEGREP_DATA_DIR: join(folder, 'none'), XDG_CONFIG_HOME: folder, npm_command: '' };
  return run(['open', '--print', ...args], { ...none, ...settings });
}

const URL_OF = ['--url', 'http://127.0.0.1:8080'];

test.each([
  [[...URL_OF], 'http://127.0.0.1:8080/'],
  [['--profile', 'work'], 'https://search.example/base/'],
  [['--profile', 'work', 'a.example'], 'https://search.example/base/domains/a.example'],
  [[...URL_OF, 'WWW.Bücher.example'], 'http://127.0.0.1:8080/domains/xn--bcher-kva.example'],
  [[...URL_OF, 'wp-content', 'country:DE'], 'http://127.0.0.1:8080/search?q=wp-content+country%3ADE'],
  [[...URL_OF, 'jquery.js'], 'http://127.0.0.1:8080/search?q=jquery.js'],
  [[...URL_OF, 'shop.co.uk'], 'http://127.0.0.1:8080/domains/shop.co.uk'],
  [[...URL_OF, '192.0.2.1'], 'http://127.0.0.1:8080/domains/192.0.2.1'],
  [[...URL_OF, '"a & b"'], 'http://127.0.0.1:8080/search?q=%22a+%26+b%22'],
  [[...URL_OF, 'https://a.example/b'], 'http://127.0.0.1:8080/search?q=https%3A%2F%2Fa.example%2Fb'],
])('%j prints %s', async (args, address) => {
  expect(await open(args)).toEqual({ code: 0, stdout: `${address}\n`, stderr: '' });
});

test('the server of the settings is opened, without a key', async () => {
  const { stdout } = await open([], { SITEGREP_URL: 'https://set.example' });
  expect(stdout).toBe('https://set.example/\n');
});

test.each([
  [
    [],
    'no server runs here whose console could be opened: start one with "sitegrep up", or name one with --url',
  ],
  [['--url', 'x', 'y'], '"x" is not a URL of a server'],
  [['--profile', 'a b'], 'there is no profile "a b"'],
  [['--profile', 'work', ...URL_OF], '--url and --profile both name a server: leave one out.'],
])('%j is refused', async (args, message) => {
  const { code, stdout, stderr } = await open(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`error: ${message}`);
});
