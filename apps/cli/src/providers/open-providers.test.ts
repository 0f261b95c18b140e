import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, settingsOf, type Config } from '@sitegrep/config';
import { createMetrics, type Metrics } from '@sitegrep/metrics';
import { languageOf, locationOf, openProvider, type OfferOf, type ProviderChains } from '@sitegrep/providers';
import { PROVIDER_NAMES, PROVIDERS, type ProviderName } from '@sitegrep/providers/catalog';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openProviders } from './open-providers.ts';

const never = new AbortController().signal;
const locale = { language: languageOf('en'), location: locationOf(2840) };

function request(keyword: string) {
  const { language, location } = locale;
  if (language === null || location === null) throw new Error('English and the United States are known');
  return { keyword, language, location, device: 'desktop', os: 'windows', depth: 10 } as const;
}

let closers: AsyncDisposableStack;
let metrics: Metrics;
let log: string[];
beforeEach(() => {
  closers = new AsyncDisposableStack();
  metrics = createMetrics({ version: 'test' });
  log = [];
});
afterEach(() => closers.disposeAsync());

async function open(env: Readonly<Record<string, string>>): Promise<ProviderChains> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-providers-'));
  closers.defer(() => rm(dataDir, { recursive: true }));
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  closers.defer(() => storage.close());
  await storage.domains.put([
    document('otters.example', 'Otters and lakes', ['otter facts']),
    document('lakes.example', 'Lakes', ['river otters']),
    document('shop.example', 'A shop', []),
  ]);
  const logger = pino({ level: 'debug' }, { write: (line: string) => log.push(line) });
  return openProviders({ config: loadConfig(env), logger, metrics, domains: storage.domains }, closers);
}

function document(domain: string, title: string, keywords: readonly string[]) {
  const headings = keywords.map((keyword) => `<h2>${keyword}</h2>`);
  const source = `<title>${title}</title>${headings.join('')}<p>otter lakes of ${domain}</p>`;
  const facts = { title };
  const page = {
    url: `https://${domain}/`,
    fetchedAt: 0,
    charset: 'utf-8',
    truncated: false,
    source,
    facts: { ...NO_PAGE_FACTS, ...facts },
  };
  return wholeSite({ domain, pages: [page], facts: { ...NO_SITE_FACTS, ...facts, lastVisited: 0 } });
}

describe('without any setting', () => {
  test('our own index answers a web search', async () => {
    const chains = await open({});
    const { answer, provider } = await chains['web-serp'].call(request('Otters'), never);
    expect([provider, answer.engine]).toEqual(['local', 'local']);
    expect(answer.results.map(({ domain, title }) => [domain, title])).toEqual([
      ['otters.example', 'Otters and lakes'],
      ['lakes.example', 'Lakes'],
      ['shop.example', 'A shop'],
    ]);
  });

  test('and suggests', async () => {
    const chains = await open({});
    const { answer } = await chains['web-autocomplete'].call({ ...request('ott'), client: 'chrome' }, never);
    expect(answer.suggestions.map(({ text }) => text)).toEqual([
      'otter facts',
      'otters and lakes',
      'river otters',
    ]);
  });

  test('and answers for videos', async () => {
    const chains = await open({});
    const { answer } = await chains['video-serp'].call({ ...request('otters'), depth: 10 }, never);
    expect(answer).toEqual({ engine: 'local', results: [] });
    await expect(
      chains['video-info'].call({ ...request('otters'), videoId: 'abcDEF12_-3' }, never),
    ).rejects.toMatchObject({ name: 'ChainFailed' });
  });
});

test('what fails is in the log and in the metrics, what was asked in neither', async () => {
  // Nobody listens on port 1.
  const chains = await open({
    SITEGREP_WEB_AUTOCOMPLETE_PROVIDERS: 'google-suggest,local',
    SITEGREP_GOOGLE_SUGGEST_URL: 'http://user:hunter2@127.0.0.1:1/complete/search',
    SITEGREP_PROVIDER_BUDGETS: 'google-suggest:5',
  });
  const requested = { ...request('ott-private'), client: 'chrome' } as const;
  expect((await chains['web-autocomplete'].call(requested, never)).provider).toBe('local');
  const text = `${log.join('')}${await metrics.text()}`;
  expect(text).toContain('"reason":"127.0.0.1:1/complete/search refuses connections"');
  for (const line of [
    'sitegrep_provider_calls_total{operation="web-autocomplete",provider="google-suggest",outcome="unavailable"} 1',
    'sitegrep_provider_calls_total{operation="web-autocomplete",provider="local",outcome="answered"} 1',
    'sitegrep_provider_cache_lookups_total{operation="web-autocomplete",found="miss"} 1',
    'sitegrep_provider_breaker_open{operation="web-autocomplete",provider="google-suggest"} 0',
    'sitegrep_provider_budget_left{provider="google-suggest"} 4',
  ])
    expect(text).toContain(line);
  expect(text).not.toMatch(/private|hunter2/);
});

test.each(PROVIDER_NAMES)('%s opens what the catalog lists for it, under its name', (name) => {
  const offer = openWith(name);
  expect(Object.keys(offer).sort()).toEqual([...PROVIDERS[name].operations].sort());
  for (const provider of Object.values(offer)) expect(provider.name).toBe(name);
});

function openWith<Name extends ProviderName>(name: Name): OfferOf<Name> {
  const http = { json: unused, text: unused, close: unused };
  const index = { search: unused, complete: unused, videos: unused, video: unused };
  return openProvider(name, {
    ...settingsOf(withEverything(), name),
    http,
    now: Date.now,
    index,
    env: {},
    timeoutMs: 1,
    maxBytes: 1,
  });
}

const unused = async (): Promise<never> => {
  throw new Error('nothing is called here');
};

/** Every setting that has no default has some value. */
function withEverything(): Config {
  const config = loadConfig({});
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, value ?? 'something']),
  ) as Config;
}

test('providers are asked through the proxy that the settings name, but for its exceptions', async () => {
  const failed = async (env: NodeJS.ProcessEnv): Promise<unknown> => {
    const chains = await open({
      SITEGREP_WEB_SERP_PROVIDERS: 'searxng',
      SITEGREP_SEARXNG_URL: 'http://127.0.0.1:1',
      SITEGREP_PROVIDER_PROXY: 'http://127.0.0.1:1',
      ...env,
    });
    return chains['web-serp'].call(request('Otters'), never).catch((error: unknown) => error);
  };
  const target = 'searxng: unavailable: 127.0.0.1:1/search';
  expect(await failed({})).toMatchObject({ message: `${target} by way of the proxy refuses connections` });
  expect(await failed({ SITEGREP_PROVIDER_PROXY_EXCEPT: '127.0.0.1' })).toMatchObject({
    message: `${target} refuses connections`,
  });
});
