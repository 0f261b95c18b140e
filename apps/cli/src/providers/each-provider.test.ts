/* Every provider that operators can choose, from its settings to the answer of the API, over an upstream on loopback. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAdminKey } from '@sitegrep/api/keys';
import { loadConfig } from '@sitegrep/config';
import {
  AutocompleteAnswer,
  checker,
  ProvidersAnswer,
  VideoInfoAnswer,
  VideoSerpAnswer,
  WebSerpAnswer,
} from '@sitegrep/contract';
import type { Queues } from '@sitegrep/jobs';
import { createMetrics } from '@sitegrep/metrics';
import type { AnswerOf, RequestOf } from '@sitegrep/providers';
import {
  OPERATION_NAMES,
  OPERATIONS,
  PROVIDER_NAMES,
  PROVIDERS,
  providersVariable,
  type Operation,
  type ProviderName,
} from '@sitegrep/providers/catalog';
import {
  openFakeUpstream,
  PROVIDERS_UNDER_TEST,
  subjectsOf,
  type FakeUpstream,
} from '@sitegrep/providers/conformance';
import type { Storage } from '@sitegrep/storage';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../test/command.ts';
import { openConfiguredQueues } from '../queues.ts';
import { serveApi } from '../serve-api.ts';
import { openConfiguredStorage } from '../instance.ts';

/** Stands for the credential of a provider that takes none. */
const NONE = 'none-needed';
const REFUSED = 'otter-refused-credential';
const ADMIN_KEY = `sg_${randomBytes(24).toString('hex')}`;

const CHECKS = {
  'web-serp': checker(WebSerpAnswer),
  'web-autocomplete': checker(AutocompleteAnswer),
  'video-info': checker(VideoInfoAnswer),
  'video-serp': checker(VideoSerpAnswer),
} as const satisfies Record<Operation, unknown>;

type Settings = Readonly<Record<string, string>>;

/** Our own index has no upstream. */
type Named = Exclude<ProviderName, 'local'>;

/** Settings of an operator, with the upstream at an origin, and the credential that it wants. */
function settingsFor(name: Named, origin: string, secret: string): Settings {
  return PROVIDERS_UNDER_TEST[name].environment(origin, secret);
}

/** Requests to each provider, with what its upstream answers and what must come of it. */
const EXCHANGES = OPERATION_NAMES.flatMap((operation) => exchangesOf(operation));

function exchangesOf<Name extends Operation>(operation: Name) {
  return subjectsOf(operation).flatMap(({ provider, secret, good }) =>
    isNamed(provider)
      ? [
          {
            operation,
            provider,
            secret,
            reply: good.reply,
            body: bodyOf(good.request),
            titles: titlesOf(good.expected),
          },
        ]
      : [],
  );
}

function isNamed(provider: string): provider is Named {
  return provider !== 'local' && Object.hasOwn(PROVIDERS, provider);
}

function bodyOf({ language, location, ...rest }: RequestOf<Operation>): Readonly<Record<string, unknown>> {
  const codes = { language_code: language.code, location_code: location.code };
  return 'videoId' in rest ? { ...codes, video_id: rest.videoId } : { ...codes, ...rest };
}

function titlesOf(answer: AnswerOf<Operation>): readonly string[] {
  if ('video' in answer) return [answer.video.title ?? ''];
  return 'suggestions' in answer
    ? answer.suggestions.map(({ text }) => text)
    : answer.results.map(({ title }) => title);
}

let folder: string;
let storage: Storage;
let queues: Queues;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-each-'));
  const config = loadConfig({ SITEGREP_DATA_DIR: folder });
  storage = await openConfiguredStorage(config, false);
  queues = await openConfiguredQueues(config, pino({ level: 'silent' }), {
    onFatal: (error) => expect.unreachable(String(error)),
    onLost: () => undefined,
  });
  await ensureAdminKey(storage, ADMIN_KEY);
});
afterAll(async () => {
  await queues.close({ deadlineMs: 5_000 });
  await storage.close();
  await rm(folder, { recursive: true });
});

let closers: AsyncDisposableStack;
let upstream: FakeUpstream;
let log: string[];
beforeEach(async () => {
  closers = new AsyncDisposableStack();
  log = [];
  upstream = await openFakeUpstream();
  closers.defer(() => upstream.close());
});
afterEach(() => closers.disposeAsync());

/** The API as `sitegrep up` puts it together, with one provider for all that it can do. @returns where it listens */
async function serve(name: Named, settings: Settings): Promise<string> {
  const chains = Object.fromEntries(PROVIDERS[name].operations.map((one) => [providersVariable(one), name]));
  const config = loadConfig({ SITEGREP_PORT: '0', SITEGREP_DATA_DIR: folder, ...chains, ...settings });
  const logger = pino({ level: 'trace' }, { write: (line: string) => log.push(line) });
  const metrics = createMetrics({ version: 'test' });
  const { url } = await serveApi(config, logger, { storage, queues, metrics, isHolder: false }, closers);
  return url;
}

function ask(url: string, body?: unknown): Promise<Response> {
  const headers = { 'x-api-key': ADMIN_KEY, 'content-type': 'application/json' };
  return fetch(
    url,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
}

/** The forms in which a credential could be read somewhere. */
function formsOf(secret: string): readonly string[] {
  // The second half of a pair may begin at any of three offsets in Base64.
  return [secret, ...['', 'x', 'xx'].map((before) => inBase64(before + secret).slice(4, -4))];
}

function inBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function expectNone(secrets: readonly string[], text: string): void {
  expect(secrets.flatMap(formsOf).filter((form) => text.includes(form))).toEqual([]);
}

const names = PROVIDER_NAMES.filter(isNamed);
const exchangesWith = (name: Named) => EXCHANGES.filter(({ provider }) => provider === name);
const secretOf = (name: Named): string => exchangesWith(name)[0]?.secret ?? NONE;

test.each(names)('%s answers all that it can, and its credential goes to its upstream only', async (name) => {
  const secret = secretOf(name);
  const api = await serve(name, settingsFor(name, upstream.origin, secret));
  expect(exchangesWith(name).map(({ operation }) => operation)).toEqual(PROVIDERS[name].operations);
  for (const { operation, reply, body, titles } of exchangesWith(name)) {
    upstream.answer(reply);
    const response = await ask(`${api}${OPERATIONS[operation].path}`, body);
    const text = await response.text();
    expect([response.status, response.headers.get('x-sitegrep-provider'), text]).toEqual([200, name, text]);
    expect(CHECKS[operation](JSON.parse(text))).toMatchObject({ ok: true });
    expect(titles.filter((title) => !text.includes(JSON.stringify(title)))).toEqual([]);
    const sent = JSON.stringify(upstream.requests);
    expect(formsOf(secret).some((form) => sent.includes(form))).toBe(secret !== NONE);
  }
  const report: unknown = await (await ask(`${api}/admin/providers`)).json();
  expect(checker(ProvidersAnswer)(report)).toMatchObject({ ok: true });
  const metrics = await (await ask(`${api}/metrics`)).text();
  for (const operation of PROVIDERS[name].operations)
    expect(metrics).toContain(
      `sitegrep_provider_calls_total{operation="${operation}",provider="${name}",outcome="answered"} 1`,
    );
  expect(JSON.stringify(report)).toContain(`"${name}"`);
  expectNone([secret], JSON.stringify(report) + metrics + log.join(''));
});

test.each(names.filter((name) => secretOf(name) !== NONE))(
  '%s with a credential that is refused is a 502 and a line for the operator',
  async (name) => {
    const secret = REFUSED;
    const api = await serve(name, settingsFor(name, upstream.origin, secret));
    upstream.answer({ status: 401, json: { message: secret } });
    for (const { operation, body } of exchangesWith(name)) {
      const response = await ask(`${api}${OPERATIONS[operation].path}`, body);
      const text = await response.text();
      expect([response.status, text]).toEqual([502, expect.stringContaining('Upstream failed')]);
      expectNone([secret], text);
    }
    const errors = log.flatMap((line) => {
      const { level, operation, provider, kind }: Readonly<Record<string, unknown>> = JSON.parse(line);
      return level === 50 ? [{ operation, provider, kind }] : [];
    });
    expect(errors).toEqual(
      PROVIDERS[name].operations.map((operation) => ({ operation, provider: name, kind: 'credential' })),
    );
    const told = [await ask(`${api}/admin/providers`), await ask(`${api}/metrics`)];
    expectNone([secret], (await Promise.all(told.map((one) => one.text()))).join('') + log.join(''));
  },
);

test('a yt-dlp that is not there is a 502, and the log says so', async () => {
  const api = await serve('yt-dlp', {
    SITEGREP_YT_DLP_COMMAND: '/nowhere/yt-dlp --proxy http://me:hunter2@a',
  });
  const response = await ask(`${api}/videosite-serp`, { keyword: 'otters' });
  expect(response.status).toBe(502);
  expect(log.join('')).toContain(
    '"reason":"yt-dlp can\'t be run (ENOENT): install it, or set SITEGREP_YT_DLP_COMMAND"',
  );
  expect(log.join('')).not.toContain('hunter2');
});

describe('on the command line', () => {
  test.each(OPERATION_NAMES)('sitegrep providers check asks each that can do %s', async (operation) => {
    const settings: Record<string, string> = { SITEGREP_DATA_DIR: join(folder, operation) };
    const requested = EXCHANGES.filter((exchange) => exchange.operation === operation);
    for (const { provider, secret = NONE, reply } of requested) {
      const own = await openFakeUpstream();
      closers.defer(() => own.close());
      own.answer(reply);
      Object.assign(settings, settingsFor(provider, own.origin, secret));
    }
    for (const one of OPERATION_NAMES) settings[providersVariable(one)] = 'none';
    settings[providersVariable(operation)] = requested.map(({ provider }) => provider).join();
    const { code, stdout, stderr } = await run(
      ['providers', 'check', '--json', '--video', 'oTTer-_4711'],
      settings,
    );
    const lines = stdout
      .trim()
      .split('\n')
      .map((line): Readonly<Record<string, unknown>> => JSON.parse(line));
    expect(lines).toMatchObject(requested.map(({ provider }) => ({ operation, provider, ok: true })));
    expect(code).toBe(0);
    expectNone(
      requested.flatMap(({ secret }) => secret ?? []),
      stdout + stderr,
    );
  });

  test('sitegrep config shows what is set, and no credential', async () => {
    const settings = Object.assign({}, ...names.map((name) => settingsFor(name, upstream.origin, REFUSED)));
    const { code, stdout, stderr } = await run(['config', '--json'], settings);
    expect(code).toBe(0);
    expect(stdout).toContain(`${upstream.origin}/res/v1`);
    expectNone([REFUSED, 'holt@otters.example'], stdout + stderr);
  });
});
