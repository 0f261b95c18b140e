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
    'saved teas: 0 domains so far; "sitegrep up" looks through what is stored; "sitegrep search saved:teas" finds them\n' +
      'what it would have told in the past 30 days is not known: The past of texts and patterns is not recorded: the search tells from now on.\n',
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
    /^NAME\s+LEVEL\s+DOMAINS\s+LAST EVENT\s+UNDELIVERED\s+SEARCH\nteas\s+page\s+1 so far\s+appeared shop\.example\s+Green tea\n$/,
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

test('what a search would have told is said when it is saved', async () => {
  const put = async (): Promise<string | undefined> =>
    (await searches('put', 'any', 'country:DE OR -country:DE')).stdout.split('\n')[1];
  const file = join(folder, 'new.jsonl');
  await writeFile(file, '{"url": "https://new.example/", "html": "<title>new</title>"}\n');
  await command('import', file);
  expect(await put()).toMatch(/^would have told \d+ times? in the past 30 days: \d+ appeared$/);
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

test('a report is saved with its search, and waits for the process that makes it', async () => {
  const args = ['--report', '0 8 * * 1', '--report-zone', 'Europe/Berlin', '--report-facet', 'tld'];
  await searches('put', 'weekly', 'tea', ...args, '--report-format', 'xlsx', '--report-limit', '5');
  expect(JSON.parse((await searches('show', 'weekly')).stdout).report).toEqual({
    pattern: '0 8 * * 1',
    time_zone: 'Europe/Berlin',
    every_seconds: null,
    format: 'xlsx',
    facets: [{ field: 'tld' }],
    limit: 5,
    // A Monday: eight o'clock in Berlin is six or seven in UTC.
    next_at: expect.stringMatching(/^\d{4}-\d\d-\d\d 0[67]:00:00 \+00:00$/),
  });
  const waiting = 'report 1 of weekly waits: "sitegrep up" makes it\n';
  expect((await searches('report', 'weekly')).stdout).toBe(waiting);
  expect((await searches('report', 'weekly')).stdout).toBe(waiting);
});

test.each([
  [['put', 'Teas', 'tea'], /a to z/],
  [['put', 'teas', 'first:<30d'], /the age 30d/],
  [['put', 'teas', 'tea', '--secret', 'x'], /add --webhook/],
  [['put', 'teas', 'tea', '--mail', 'a@b.example'], /--mail and --every go together/],
  [['put', 'teas', 'tea', '--count', '3'], /add --webhook or --mail/],
  [['put', 'teas', 'tea', '--webhook', 'http://127.0.0.1/'], /cannot be sent to/],
  [['put', 'teas', 'tea', '--mail', 'a@b.example', '--every', 'day'], /SITEGREP_SMTP_URL/],
  [['put', 'teas', 'tea', '--report', '10 18 * *'], /report\.pattern does not have five fields/],
  [
    ['put', 'teas', 'tea', '--report', '0 8 * * 1', '--report-zone', 'Mars'],
    /report\.time_zone is not a time zone/,
  ],
  [
    ['put', 'teas', 'tea', '--report', '0 8 * * 1', '--report-facet', 'teck'],
    /report\.facets\[0\]\.field is "teck"/,
  ],
  [
    ['put', 'teas', 'tea', '--report', '0 8 * * 1', '--report-facet', 'saved'],
    /may not see the searches of others/,
  ],
  [['put', 'teas', 'tea', '--report', '0 8 * * 1', '--level', 'change'], /report is given with level change/],
  [['put', 'teas', 'tea', '--report-format', 'xlsx'], /add --report/],
  [['report', 'told'], /has no report; put it with report/],
  [['report', 'absent'], /no saved search absent/],
  [['put', 'teas', 'tea', '--on', 'gone'], /appeared, disappeared, changed/],
  [['show', 'absent'], /no saved search absent; "sitegrep searches" lists them/],
  [['events', 'absent'], /no saved search absent/],
  [['replay', 'told', 'msg_none'], /no delivery msg_none/],
])('%j is refused with the reason', async (args, reason) => {
  const { code, stdout, stderr } = await searches(...args);
  expect([code === 0, stdout]).toEqual([false, '']);
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(reason);
});

test('a technology of a saved search is on the pages that are imported then', async () => {
  const options = ['--level', 'page', '--shared', '--technology', 'Acme Widgets', '--category', 'widgets'];
  const pattern = ['--version-pattern', 'widget/v([0-9.]+)/'];
  const saved = await searches('put', 'widgets', 'script:acme.example/widget', ...options, ...pattern);
  expect([saved.stderr, saved.stdout]).toEqual([
    '',
    'saved widgets: 0 domains so far; "sitegrep up" looks through what is stored; "sitegrep search saved:widgets" finds them\n' +
      'what it would have told in the past 30 days is not known: The past of texts and patterns is not recorded: the search tells from now on.\n' +
      'pages that fulfil it have the technology Acme Widgets\n',
  ]);
  const file = join(folder, 'widgets.jsonl');
  await writeFile(
    file,
    [
      {
        url: 'https://one.example/',
        html: '<script src="https://cdn.acme.example/widget/v2.1/a.js"></script>',
      },
      { url: 'https://other.example/', html: '<p>cdn.acme.example/widget/v2.1/a.js' },
    ]
      .map((page) => `${JSON.stringify(page)}\n`)
      .join(''),
  );
  await command('import', file);
  expect((await command('search', '--count', 'tech:"acme widgets@2.1"')).stdout).toBe('1\n');
  expect((await command('search', '--count', 'tech:"Acme Widgets"')).stdout).toBe('1\n');
  expect(JSON.parse((await searches('show', 'widgets')).stdout)).toMatchObject({
    technology: {
      name: 'Acme Widgets',
      categories: ['widgets'],
      version: 'widget/v([0-9.]+)/',
      judging: null,
    },
  });

  const alone = await searches('put', 'other', 'acme', '--category', 'widgets');
  expect([alone.code, alone.stderr]).toEqual([
    2,
    expect.stringContaining(
      '--category, --website and --version-pattern are of a technology: add --technology.',
    ),
  ]);
  expect((await searches('delete', 'widgets')).stdout).toBe('removed widgets\n');
  expect((await command('search', '--count', 'tech:"Acme Widgets"')).stderr).toContain('not a known value');
});
