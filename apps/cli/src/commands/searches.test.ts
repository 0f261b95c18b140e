import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run, type Ended } from '../../test/command.ts';

let folder: string;
let settings: { readonly SITEGREP_DATA_DIR: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-searches-'));
  settings = { SITEGREP_DATA_DIR: join(folder, 'data') };
  await mkdir(settings.SITEGREP_DATA_DIR);
});
afterAll(() => rm(folder, { recursive: true }));

const command = (...args: readonly string[]): Promise<Ended> => run(args, settings);
const searches = (...args: readonly string[]): Promise<Ended> => command('searches', ...args);

test('a search is saved, shown with what appeared, and removed', async () => {
  const saved = await searches('put', 'teas', 'tea', 'green', '--label', 'Green tea', '--level', 'page');
  expect([saved.stderr, saved.stdout]).toEqual([
    '',
    'saved teas: 0 domains so far; "sitegrep up" looks through what is stored; "sitegrep search saved:teas" finds them\n',
  ]);
  expect((await searches('events', 'teas')).stdout).toBe('no event so far\n');
  expect((await searches('deliveries', 'teas')).stdout).toBe('nothing was sent so far\n');
  const file = join(folder, 'pages.jsonl');
  await writeFile(file, '{"url": "https://shop.example/list", "html": "<title>green tea</title>"}\n');
  await command('import', file);
  expect((await searches('events', 'teas')).stdout).toMatch(
    /^TIME\s+EVENT\s+DOMAIN\s+PAGE\n\S+ \S+ \S+\s+appeared\s+shop\.example\s+https:\/\/shop\.example\/list\n$/,
  );
  expect(JSON.parse((await searches('events', 'teas', '--json')).stdout)).toMatchObject({
    search: 'teas',
    kind: 'appeared',
    domain: 'shop.example',
    pages: ['https://shop.example/list'],
  });
  expect((await command('search', '--count', 'saved:teas')).stdout).toBe('1\n');
  expect((await searches()).stdout).toMatch(
    /^NAME\s+LEVEL\s+DOMAINS\s+SEARCH\nteas\s+page\s+1 so far\s+Green tea\n$/,
  );
  expect(JSON.parse((await searches('show', 'teas')).stdout)).toMatchObject({
    id: 'teas',
    q: 'tea green',
    shared: true,
    owner: null,
    domains: 1,
  });
  const untold = await searches('test', 'teas');
  expect([untold.code, untold.stdout, untold.stderr]).toEqual([
    2,
    '',
    expect.stringContaining('tells nobody'),
  ]);
  expect((await searches('delete', 'teas')).stdout).toBe('removed teas\n');
  expect((await searches()).stdout).toContain('no saved search so far');
});

test('the secret of a webhook is printed once', async () => {
  const put = (): Promise<Ended> =>
    searches(
      'put',
      'told',
      'tea',
      '--webhook',
      'https://hooks.example.com/',
      '--on',
      'appeared',
      '--count',
      '3',
    );
  expect((await put()).stdout).toMatch(/^secret of the webhook, which is not shown again: whsec_\S+$/m);
  expect((await put()).stdout).not.toContain('whsec_');
  expect(JSON.parse((await searches('show', 'told')).stdout).notify).toEqual({
    webhook: { url: 'https://hooks.example.com/', template: 'standard' },
    mail: null,
    on: ['appeared'],
    count: 3,
  });
});

test.each([
  [['put', 'Teas', 'tea'], /a to z/],
  [['put', 'teas', 'first:<30d'], /the age 30d/],
  [['put', 'teas', 'tea', '--secret', 'x'], /add --webhook/],
  [['put', 'teas', 'tea', '--mail', 'a@b.example'], /--mail and --every go together/],
  [['put', 'teas', 'tea', '--count', '3'], /add --webhook or --mail/],
  [['put', 'teas', 'tea', '--webhook', 'http://127.0.0.1/'], /cannot be sent to/],
  [['put', 'teas', 'tea', '--mail', 'a@b.example', '--every', 'day'], /SITEGREP_SMTP_URL/],
  [['put', 'teas', 'tea', '--on', 'gone'], /appeared, disappeared, changed/],
  [['show', 'absent'], /no saved search absent; "sitegrep searches" lists them/],
  [['events', 'absent'], /no saved search absent/],
  [['replay', 'told', 'msg_none'], /no delivery msg_none/],
])('%j is refused with the reason', async (args, reason) => {
  const { code, stdout, stderr } = await searches(...args);
  expect([code === 0, stdout]).toEqual([false, '']);
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(reason);
});
