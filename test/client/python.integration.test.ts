/* The Python client, installed by pip as its README says: types, and what it does with a real server, and with one that fails. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OPERATIONS } from '@sitegrep/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensurePython } from '../../infra/dev/python-package.ts';
import { run } from '../../infra/dev/programs.ts';
import { CRAWLED, type SampleServer, startSampleServer } from '../documentation/sample-server.ts';
import { type FlakyServer, startFlakyServer } from './flaky-server.ts';
import { startTellingServer } from './telling-server.ts';

const CLIENT = join(import.meta.dirname, '..', '..', 'clients', 'python');

let server: SampleServer;
let flaky: FlakyServer;
let programs: string;
beforeAll(async () => {
  await ensurePython();
  server = await startSampleServer();
  flaky = await startFlakyServer(server.url);
  programs = join(server.folder, 'venv', 'bin');
  await run('python3', ['-m', 'venv', join(server.folder, 'venv')], { timeoutMs: 120_000 });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  await run(join(programs, 'python'), [...pip, CLIENT, 'mypy==2.4.0'], { timeoutMs: 600_000 });
}, 900_000);
afterEach(() => flaky.restart());
afterAll(async () => {
  await flaky.close();
  await server.stop();
});

/** Runs a program whose last line is JSON. @param program with `client`, a client of the given address */
async function python(program: string, url = server.url): Promise<unknown> {
  const head = ['import json, os', 'from sitegrep import Client, SitegrepError'];
  const client = "client = Client(os.environ['SITEGREP_URL'], os.environ['SITEGREP_KEY'])";
  await writeFile(join(server.folder, 'program.py'), [...head, client, program].join('\n'));
  const { stdout } = await promisify(execFile)(
    join(programs, 'python'),
    ['-I', '-W', 'error', 'program.py'],
    {
      cwd: server.folder,
      env: { SITEGREP_URL: url, SITEGREP_KEY: server.key },
      maxBuffer: 2 ** 24,
    },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

test('it has a method for every operation that has no client elsewhere', async () => {
  const names = Object.keys(OPERATIONS)
    .filter((id) => !/^(?:dataForSeo|callMcp)/.test(id))
    .map((id) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const found = await python(
    `print(json.dumps([name for name in json.loads('${JSON.stringify(names)}') if callable(getattr(client, name, None))]))`,
  );
  expect(found).toEqual(names);
});

test('its types tell right from wrong', async () => {
  const program = [
    'from sitegrep import Client',
    'from sitegrep.schemas import Filter',
    '',
    'client = Client("http://127.0.0.1:8080", "sg_x")',
    'condition: Filter = ["domain", "like", "bakery%"]',
    'total: int = client.search({"q": "x", "limit": 5})["total_count"]',
    'client.search_html_source_code({"search_terms": ["x"], "filters": condition})',
    'titles: list[str | None] = [page["title"] for page in client.iter_domain_pages("shop.example")]',
    'client.create_crawl({"domains": ["shop.example"]}, max_pages=3)',
    'client.create_crawl(["shop.example", "tea.example"])',
    'source: str = client.get_page_source("shop.example", url="https://shop.example/")',
    // An error that is expected and does not come is one, by warn_unused_ignores of --strict.
    'client.search({"q": 1})  # type: ignore[typeddict-item]',
    'client.search({"query_text": "x"})  # type: ignore[typeddict-unknown-key]',
    'client.search({"q": "x", "level": "site"})  # type: ignore[typeddict-item]',
    'client.search({"q": "x"})["total"]  # type: ignore[typeddict-item]',
    'client.get_domain()  # type: ignore[call-arg]',
    'client.list_domain_pages("shop.example", limits=5)  # type: ignore[call-arg]',
  ];
  await writeFile(join(server.folder, 'typed.py'), program.join('\n'));
  const checked = ['--strict', '--python-version', '3.10', '--cache-dir', join(server.folder, 'mypy')];
  const { stdout } = await promisify(execFile)(
    join(programs, 'mypy'),
    [...checked, 'typed.py', join(CLIENT, 'src', 'sitegrep')],
    { cwd: server.folder },
  ).catch(({ stdout: faults, message }: Error & { stdout?: string }) => ({ stdout: faults ?? message }));
  expect(stdout).toMatch(/^Success: no issues found/);
}, 300_000);

test('a walk has everything that there is, each once, over the pages of an answer', async () => {
  const walked = await python(`
query = {"q": "wp-content/plugins", "order_by": ["domain,asc"]}
searched = [item["domain"] for item in client.iter_search(query, page_size=2)]
limited = [item["domain"] for item in client.iter_search({**query, "limit": 2, "offset": 1}, page_size=1)]
exported = [item["domain"] for item in client.export_search(query)]
pages = [page["url"] for page in client.iter_domain_pages("bakery-lyon.example", page_size=1)]
listed = [page["url"] for page in client.list_domain_pages("bakery-lyon.example")["items"]]
client.export_search_file({**query, "format": "csv"}, "found.csv")
lines = open("found.csv", encoding="utf-8-sig").read().splitlines()
answers = [event.data["data"]["total_count"] for event in client.watch_search(query) if event.type == "answer"]
assert answers == [3] and next(client.watch_readiness()).type == "readiness"
print(json.dumps([searched, limited, exported, pages == listed and len(pages) > 1, len(lines)]))`);
  expect(walked).toEqual([CRAWLED, CRAWLED.slice(1), CRAWLED, true, CRAWLED.length + 1]);
});

test('an error has code, message, remedy and field, and never the key', async () => {
  const errors = await python(`
def failure(call):
    try:
        call()
    except SitegrepError as error:
        return [error.code, error.status, error.message, error.remedy, error.field, bool(error.request_id)]

stranger = Client(os.environ["SITEGREP_URL"], "sg_unknown")
away = Client("http://127.0.0.1:1/sg_secret", "sg_secret", retries=0)
print(json.dumps([
    failure(lambda: client.search({"q": "x", "limit": 0})),
    failure(lambda: client.get_crawl("none")),
    failure(lambda: stranger.search({"q": "x"})),
    failure(lambda: away.search({"q": "x"})),
]))`);
  expect(errors).toEqual([
    ['bad_request', 400, 'limit is 0', expect.stringMatching(/^give 1 to 10000/), 'limit', true],
    ['not_found', 404, expect.any(String), expect.any(String), null, true],
    ['unauthorized', 401, expect.any(String), '', null, true],
    [
      'network',
      null,
      expect.stringMatching(/^The connection to http:\/\/127\.0\.0\.1:1\/\*\*\* failed: /),
      '',
      null,
      false,
    ],
  ]);
});

test('what is safe to repeat is repeated after 503, 429 and a lost connection, after the time of Retry-After', async () => {
  flaky.fail('unavailable', 'limited', 'lost');
  const total = await python('print(client.search({"q": "wp-content/plugins"})["total_count"])', flaky.url);
  expect([total, flaky.requests]).toEqual([
    3,
    ['POST /search', 'POST /search', 'POST /search', 'POST /search'],
  ]);
});

test('what is not safe to repeat is sent once, and so is what the server wants much later', async () => {
  const failure = (call: string): string => `
try:
    ${call}
except SitegrepError as error:
    print(json.dumps([error.code, error.retry_after]))`;
  const key = 'client.create_key({"name": "a", "scopes": ["search"]})';
  flaky.fail('unavailable');
  expect(await python(failure(key), flaky.url)).toEqual(['unavailable', 0]);
  flaky.fail('lost');
  expect(await python(failure(key), flaky.url)).toEqual(['network', null]);
  flaky.fail('later');
  expect(await python(failure('client.list_keys()'), flaky.url)).toEqual(['unavailable', 3600]);
  expect(flaky.requests).toEqual(['POST /admin/keys', 'POST /admin/keys', 'GET /admin/keys']);
});

test('a crawl that was submitted twice, because its answer was lost, is one crawl', async () => {
  flaky.fail('answer lost');
  const crawls = await python(
    `
before = sum(1 for _ in client.iter_crawls())
crawl = client.create_crawl(["no-such-site.example"], max_pages=1)
outcomes = [event.data["outcome"] for event in client.watch_crawl(crawl["id"]) if event.type == "site"]
print(json.dumps([outcomes, sum(1 for _ in client.iter_crawls()) - before]))`,
    flaky.url,
  );
  expect(crawls).toEqual([['connect_failed'], 1]);
});

test('pages are streamed some thousand at a time, and an interrupted import goes on: each has one outcome', async () => {
  flaky.fail('answer cut');
  const sent = await python(
    `
from collections import Counter
def pages():
    for number in range(2500):
        url = f"https://s{number % 500}.example/{number // 500}"
        yield {"url": url, "html": f"<title>{number}</title>sent-from-python", "fetched_at": "2026-03-01T09:00:00Z"}
lines = list(client.send_pages(pages()))
numbers = Counter(line["record"] for line in lines)
found = client.search({"q": "sent-from-python", "level": "page"})["total_count"]
print(json.dumps([len(numbers), max(numbers.values()), min(numbers), max(numbers), found]))`,
    flaky.url,
  );
  expect(sent).toEqual([2500, 1, 1, 2500, 2500]);
  expect(flaky.requests).toEqual([...Array<string>(3).fill('POST /admin/pages'), 'POST /search']);
}, 300_000);

test('a file of captures is streamed, and lookups tell of each domain in order', async () => {
  const told = await python(`
with open("captures.ndjson", "w") as file:
    for number in range(3):
        print(json.dumps({"url": f"https://c{number}.example/", "html": "<p>captured", "fetched_at": "2026-03-01T09:00:00Z"}), file=file)
    print("no page", file=file)
with open("captures.ndjson", "rb") as file:
    lines = list(client.send_captures(file))
looked_up = [entry["item"] is not None for entry in client.look_up_domains(["c1.example", "none.example", "c0.example"])]
print(json.dumps([[line["outcome"] for line in lines if line["type"] == "page"], lines[-1]["outcomes"], looked_up]))`);
  expect(told).toEqual([['broken'], { stored: 3, broken: 1 }, [true, false, true]]);
});

test('an event may have a comment in it, and one that is not JSON came from something else', async () => {
  const body = 'event: readiness\n: comment\ndata: {"ready":true}\n\nevent: readiness\ndata: <html>\n\n';
  const foreign = createServer((_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).end(body),
  );
  foreign.listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  const { port } = foreign.address() as AddressInfo;
  const seen = await python(
    `
events = client.watch_readiness()
first = next(events)
try:
    next(events)
except SitegrepError as error:
    print(json.dumps([first.type, first.data, error.code]))`,
    `http://127.0.0.1:${port}`,
  );
  foreign.close();
  await once(foreign, 'close');
  expect(seen).toEqual(['readiness', { ready: true }, 'unexpected_answer']);
});

test('a stream that ends is opened again, also by a client that waits for little', async () => {
  let opened = 0;
  const foreign = createServer((_, answer) => {
    opened += 1;
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    answer.end(`event: readiness\ndata: ${opened}\n\n`);
  });
  foreign.listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  const { port } = foreign.address() as AddressInfo;
  const seen = await python(
    `
events = Client(os.environ["SITEGREP_URL"], max_retry_wait=0.01).watch_readiness()
print(json.dumps([next(events).data, next(events).data]))`,
    `http://127.0.0.1:${port}`,
  );
  foreign.close();
  await once(foreign, 'close');
  expect(seen).toEqual([1, 2]);
});

test('an address that is none is an error of its argument', async () => {
  const told = await python(`
try:
    Client("http://127.0.0.1:port", "sg_x")
except ValueError as error:
    print(json.dumps(str(error)))`);
  expect(told).toMatch(/^url is not a URL: .*; give one such as /);
});

test('an event is given as it comes, also when nothing comes after it', async () => {
  const event = 'event: readiness\ndata: {"ready":true,"dependencies":[]}\n\n';
  await using telling = await startTellingServer(event, false);
  const told = await python('print(json.dumps(next(client.watch_readiness()).data))', telling.url);
  expect([told, telling.requests()]).toEqual([{ ready: true, dependencies: [] }, 1]);
});

test('a search that breaks off again and again is given up, though it told how far it was', async () => {
  const event = 'event: progress\ndata: {"candidates":9,"looked_at":4}\n\n';
  await using telling = await startTellingServer(event, true);
  const program = [
    'told = 0',
    'try:',
    '    for event in client.watch_search({"q": "x"}):',
    '        told += 1',
    'except SitegrepError as error:',
    '    print(json.dumps([error.code, told]))',
  ];
  expect(await python(program.join('\n'), telling.url)).toEqual(['network', 4]);
  expect(telling.requests()).toBe(4);
});
