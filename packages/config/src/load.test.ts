import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import {
  PROVIDER_NAMES,
  type ProviderName,
  PROVIDERS,
  type ProviderSetting,
  providersVariable,
  type SettingValues,
} from '@sitegrep/providers/catalog';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from './load.ts';
import { settingsOf } from './configured-providers.ts';
import { SETTINGS } from './settings.ts';

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  test('an empty environment gives the defaults, in milliseconds and bytes', () => {
    expect(loadConfig({ PATH: '/bin' })).toEqual({
      dataDir: './data',
      url: null,
      key: null,
      profile: null,
      memory: expect.any(Number),
      logLevel: 'info',
      storage: 'sqlite',
      fullText: 'on',
      keepVersions: 0,
      queue: 'sqlite',
      queueWindow: 4_000,
      shutdownTimeout: 20_000,
      metricsHost: '127.0.0.1',
      metricsPort: 9464,
      host: '127.0.0.1',
      port: 8080,
      adminKey: null,
      uploadMaxBytes: 67_108_864,
      auditRetentionDays: 365,
      corsOrigins: [],
      signOnHeader: null,
      trustedProxies: [],
      rateLimitPerMinute: 600,
      operationLimits: {},
      searchDeadline: 30_000,
      searchConcurrency: null,
      maxLoopDelay: 300,
      maxConnections: 10_000,
      commoncrawlUrl: 'https://data.commoncrawl.org',
      contact: null,
      httpProxy: null,
      httpProxyGuard: 'sitegrep',
      requireValidCertificates: 'off',
      certificateAuthorities: null,
      http2: 'off',
      icons: 'off',
      dnsServers: [],
      dnsRecords: 'on',
      allowedAddresses: [],
      robots: 'obey',
      screenshots: 'off',
      noindex: 'obey',
      nofollow: 'obey',
      sitemaps: 'on',
      files: [],
      sitesInFlight: 64,
      hostConcurrency: 1,
      crawlDelay: 500,
      maxCrawlDelay: 30_000,
      delayFactor: 2,
      maxRetryAfter: 60_000,
      requestTimeout: 15_000,
      connectTimeout: 10_000,
      handshakeTimeout: 10_000,
      retries: 2,
      maxRedirects: 20,
      revisitAfterDays: 0,
      crawlRetentionDays: 90,
      conditionalRequests: 'on',
      chromium: null,
      render: 'off',
      warcDir: null,
      warcFileBytes: 1_073_741_824,
      maxPages: 1,
      maxDepth: 1,
      maxPageBytes: 4_194_304,
      maxSiteBytes: 16_777_216,
      siteTimeout: 300_000,
      analysisThreads: Math.min(64, Math.max(1, availableParallelism() - 1)),
      analysisDeadline: 5_000,
      analysisHeap: 536_870_912,
      technologies: null,
      searchThreads: 2,
      searchHeap: 536_870_912,
      indexCache: 64 * 1024 * 1024,
      indexBuildMemory: 40 * 1024 * 1024,
      elasticsearchNodes: ['http://127.0.0.1:9200'],
      elasticsearchApiKey: null,
      elasticsearchUsername: null,
      elasticsearchPassword: null,
      elasticsearchCa: null,
      elasticsearchTimeout: 30_000,
      elasticsearchIndexPrefix: 'sitegrep',
      elasticsearchShards: 1,
      elasticsearchRecordShards: 1,
      elasticsearchReplicas: 1,
      elasticsearchRefreshInterval: 1_000,
      elasticsearchBulkBytes: 8_388_608,
      elasticsearchBulkConcurrency: 2,
      redisUrl: 'redis://127.0.0.1:6379',
      redisPrefix: 'sitegrep',
      smtpUrl: null,
      mailFrom: null,
      redisCa: null,
      redisTopology: 'single',
      redisNodes: [],
      redisSentinelGroup: 'mymaster',
      redisSentinelUsername: null,
      redisSentinelPassword: null,
      webSerpProviders: ['local'],
      webAutocompleteProviders: ['local'],
      videoInfoProviders: ['local'],
      videoSerpProviders: ['local'],
      providerDeadline: 40_000,
      providerTimeout: 15_000,
      providerConcurrency: 16,
      providerRates: {},
      providerBudgets: {},
      providerProxy: null,
      providerProxyExcept: [],
      providerMaxBytes: 8_388_608,
      providerCacheBytes: 67_108_864,
      webSerpTtl: 3_600_000,
      webAutocompleteTtl: 86_400_000,
      videoInfoTtl: 3_600_000,
      videoSerpTtl: 3_600_000,
      ...defaultsOfProviders(),
    });
  });

  test('values are read in the syntax of their kind', () => {
    const config = loadConfig({
      SITEGREP_PORT: '0',
      SITEGREP_MAX_PAGE_BYTES: '512KiB',
      SITEGREP_MAX_SITE_BYTES: '1000000',
      SITEGREP_CRAWL_DELAY: '0s',
      SITEGREP_SITE_TIMEOUT: '2h',
      SITEGREP_ROBOTS: 'ignore',
      SITEGREP_ALLOWED_ADDRESSES: '10.0.0.0/8, 192.168.7.9,fd00::/8',
      SITEGREP_DNS_SERVERS: '9.9.9.9, 10.0.0.2:5353,2620:fe::fe, [::1]:53',
      SITEGREP_HTTP_PROXY: 'http://user:pass@proxy.internal:3128',
      SITEGREP_HTTP_PROXY_GUARD: 'proxy',
      SITEGREP_REQUIRE_VALID_CERTIFICATES: 'on',
      SITEGREP_CERTIFICATE_AUTHORITIES: '/etc/ca.pem',
      SITEGREP_PROVIDER_PROXY: 'http://user:pass@proxy.internal:3128',
      SITEGREP_PROVIDER_PROXY_EXCEPT: 'search.internal, 10.0.0.7,::1',
      SITEGREP_FILES: 'security.txt, LLMS.txt,ads.txt',
      SITEGREP_CONTACT: 'crawler@example.org',
      SITEGREP_CORS_ORIGINS: 'https://app.example.org, http://localhost:3000',
      SITEGREP_TRUSTED_PROXIES: '10.0.0.0/8,::1',
      SITEGREP_ADMIN_KEY: 'abcdefghijklmnopqrstuvwxyz012345',
      SITEGREP_QUEUE: 'redis',
      SITEGREP_REDIS_URL: 'rediss://u:p@10.0.0.1:6380/2',
      SITEGREP_REDIS_TOPOLOGY: 'sentinel',
      SITEGREP_REDIS_NODES: 'b.internal:26379, [fd00::1]:26379',
    });
    expect(config).toMatchObject({
      port: 0,
      maxPageBytes: 524_288,
      maxSiteBytes: 1_000_000,
      crawlDelay: 0,
      siteTimeout: 7_200_000,
      robots: 'ignore',
      allowedAddresses: ['10.0.0.0/8', '192.168.7.9/32', 'fd00::/8'],
      dnsServers: ['9.9.9.9', '10.0.0.2:5353', '2620:fe::fe', '[::1]:53'],
      httpProxy: 'http://user:pass@proxy.internal:3128',
      httpProxyGuard: 'proxy',
      requireValidCertificates: 'on',
      certificateAuthorities: '/etc/ca.pem',
      providerProxy: 'http://user:pass@proxy.internal:3128',
      providerProxyExcept: ['search.internal', '10.0.0.7', '::1'],
      files: ['ads.txt', 'llms.txt', 'security.txt'],
      contact: 'crawler@example.org',
      corsOrigins: ['https://app.example.org', 'http://localhost:3000'],
      trustedProxies: ['10.0.0.0/8', '::1/128'],
      adminKey: 'abcdefghijklmnopqrstuvwxyz012345',
      queue: 'redis',
      redisUrl: 'rediss://u:p@10.0.0.1:6380/2',
      redisTopology: 'sentinel',
      redisNodes: [
        { host: 'b.internal', port: 26_379 },
        { host: 'fd00::1', port: 26_379 },
      ],
    });
  });

  test('a file that is not among the known ones is refused with those that are', () => {
    expect(() => loadConfig({ SITEGREP_FILES: 'llms.txt,x.txt' })).toThrow(
      /SITEGREP_FILES[^\n]*llms\.txt,x\.txt[^\n]*a list of ads\.txt, ai\.txt, [^\n]*, separated by commas/,
    );
    expect(() => loadConfig({ SITEGREP_FILES: 'robots.txt' })).toThrow('SITEGREP_FILES');
  });

  test('an IPv4 address within IPv6 is that IPv4 address, wherever a setting has one', () => {
    expect(
      loadConfig({
        SITEGREP_HOST: '::ffff:7f00:1',
        SITEGREP_METRICS_HOST: '::FFFF:127.0.0.1',
        SITEGREP_TRUSTED_PROXIES: '::ffff:a00:0/104,::ffff:a00:1',
        SITEGREP_ALLOWED_ADDRESSES: '::ffff:192.168.0.0/112',
        SITEGREP_DNS_SERVERS: '::ffff:a00:35,[::ffff:10.0.0.54]:5353',
        SITEGREP_PROVIDER_PROXY_EXCEPT: 'search.internal,::ffff:a00:1',
        SITEGREP_QUEUE: 'redis',
        SITEGREP_STORAGE: 'elasticsearch',
        SITEGREP_REDIS_TOPOLOGY: 'cluster',
        SITEGREP_REDIS_NODES: '[::ffff:a00:1]:6379',
      }),
    ).toMatchObject({
      host: '127.0.0.1',
      metricsHost: '127.0.0.1',
      trustedProxies: ['10.0.0.0/8', '10.0.0.1/32'],
      allowedAddresses: ['192.168.0.0/16'],
      dnsServers: ['10.0.0.53', '10.0.0.54:5353'],
      providerProxyExcept: ['search.internal', '10.0.0.1'],
      redisNodes: [{ host: '10.0.0.1', port: 6_379 }],
    });
  });

  test('a process may hold half of the memory that there is', () => {
    const { memory } = loadConfig({});
    expect(memory).toBeGreaterThan(0);
    expect(memory).toBeLessThanOrEqual(Math.max(64 * 2 ** 20, totalmem() / 2));
    expect(loadConfig({ SITEGREP_MEMORY: '3GiB' }).memory).toBe(3 * 2 ** 30);
  });

  test('providers are lists and numbers by name; one that is named twice or can’t do it is refused', () => {
    expect(
      loadConfig({
        SITEGREP_WEB_SERP_PROVIDERS: 'none',
        SITEGREP_WEB_AUTOCOMPLETE_PROVIDERS: 'google-suggest, local',
        SITEGREP_PROVIDER_RATES: 'google-suggest:60, local:7',
      }),
    ).toMatchObject({
      webSerpProviders: [],
      webAutocompleteProviders: ['google-suggest', 'local'],
      providerRates: { 'google-suggest': 60, local: 7 },
    });
    for (const [variable, value] of [
      ['SITEGREP_WEB_SERP_PROVIDERS', 'google-suggest'],
      ['SITEGREP_WEB_SERP_PROVIDERS', 'local,local'],
      ['SITEGREP_WEB_SERP_PROVIDERS', 'local,'],
      ['SITEGREP_VIDEO_INFO_PROVIDERS', 'brave'],
      ['SITEGREP_PROVIDER_RATES', 'local:0'],
      ['SITEGREP_PROVIDER_RATES', 'local:1,local:2'],
      ['SITEGREP_PROVIDER_BUDGETS', 'nobody:1'],
      ['SITEGREP_PROVIDER_BUDGETS', 'local'],
      ['SITEGREP_GOOGLE_SUGGEST_URL', 'https://a.example/?q='],
      ['SITEGREP_GOOGLE_SUGGEST_URL', 'ftp://a.example/'],
    ] as const)
      expect(problemsOf({ [variable]: value })).toEqual([expect.stringContaining(`${variable} is `)]);
  });

  const needy = PROVIDER_NAMES.filter((name) => requiredBy(name).length > 0);

  test.each(needy)('%s is refused where it is named without a setting that it needs', (name) => {
    const required = requiredBy(name).map(({ variable, kind }) => [variable, GOOD_VALUES[kind]] as const);
    for (const operation of PROVIDERS[name].operations) {
      const listed = { [providersVariable(operation)]: name };
      expect(problemsOf(listed)).toEqual(
        required.map(
          ([variable]) =>
            `${providersVariable(operation)} names ${name}, which can't be called without ${variable}: set it.`,
        ),
      );
      const complete = { ...listed, ...Object.fromEntries(required) };
      expect(problemsOf(complete)).toEqual([]);
      expect(Object.values(settingsOf(loadConfig(complete), name))).toEqual(
        expect.arrayContaining(required.map(([, value]) => value)),
      );
    }
    expect(() => settingsOf(loadConfig({}), name)).toThrow(TypeError);
  });

  test('the providers that need a setting', () => {
    expect(needy).toEqual(
      expect.arrayContaining(['brave', 'dataforseo', 'invidious', 'searxng', 'serpapi', 'serper']),
    );
  });

  test('operations have limits by their names', () => {
    const limits = ' web-serp:60,admin:120 ,html-source-code-search:1000000';
    expect(loadConfig({ SITEGREP_OPERATION_LIMITS: limits }).operationLimits).toEqual({
      'web-serp': 60,
      admin: 120,
      'html-source-code-search': 1_000_000,
    });
  });

  test('the command of yt-dlp is a program and its arguments, as no shell reads them', () => {
    const command = ' /opt/yt-dlp/bin/yt-dlp  --proxy http://me:word@10.0.0.1:3128 ';
    expect(loadConfig({ SITEGREP_YT_DLP_COMMAND: command }).ytDlpCommand).toEqual([
      '/opt/yt-dlp/bin/yt-dlp',
      '--proxy',
      'http://me:word@10.0.0.1:3128',
    ]);
  });

  test('an empty variable counts as unset', () => {
    expect(loadConfig({ SITEGREP_PORT: '', SITEGREP_DATA_DIR: '', SITEGREP_CONTACT: '' })).toEqual(
      loadConfig({}),
    );
  });

  test.each([
    [
      'SITEGREP_REDIS_URL',
      ['localhost:6379', 'redis://', 'http://a:1', 'redis://a:99999', 'redis://a/x', 'redis://a?b'],
    ],
    [
      'SITEGREP_ELASTICSEARCH_NODES',
      ['localhost:9200', 'ftp://a', 'http://user:word@a:9200', 'http://a:9200,', 'http://a?b', 'http://a#b'],
    ],
    ['SITEGREP_ELASTICSEARCH_INDEX_PREFIX', ['Sites', '1sites', '-a', 'a*', 'a,b', 'x'.repeat(101)]],
    ['SITEGREP_REDIS_PREFIX', ['a:b', 'a b', 'x'.repeat(65)]],
    ['SITEGREP_REDIS_NODES', ['a', 'a:0', 'a:65536', 'a:1,,b:2', 'fd00::1:26379', 'a:1 b:2']],
    [
      'SITEGREP_DNS_SERVERS',
      [
        'dns.internal',
        '1.2.3.4:0',
        '1.2.3.4:65536',
        '1.2.3',
        '::1:53:x',
        '[1.2.3.4]:53',
        '9.9.9.9,',
        'fe80::1%eth0',
      ],
    ],
    ['SITEGREP_MEMORY', ['63MiB', '2TiB', '50%', '1.5GiB']],
    ['SITEGREP_QUEUE_WINDOW', ['99', '1000001', '4k']],
    ['SITEGREP_PORT', ['65536', '-1', '80.0', '1e3', ' 80', '0x50', '99999999999999999999']],
    ['SITEGREP_SITES_IN_FLIGHT', ['0', '1001']],
    ['SITEGREP_MAX_PAGE_BYTES', ['4MB', '4 MiB', '4mib', '1023', '65MiB', '1.5MiB', 'MiB', '-4MiB']],
    ['SITEGREP_REQUEST_TIMEOUT', ['15', '15 s', '99ms', '11m', '1.5s', '15S', 's']],
    ['SITEGREP_LOG_LEVEL', ['INFO', 'verbose']],
    ['SITEGREP_HOST', ['a b', 'http://x', '-x', '127.0.0.1:80']],
    [
      'SITEGREP_HTTP_PROXY',
      ['proxy:3128', 'https://proxy:3128', 'socks5://x:1', 'http://', 'http://x/path', 'http://x:99999'],
    ],
    ['SITEGREP_PROVIDER_PROXY', ['proxy:3128', 'https://proxy:3128', 'http://x/path']],
    ['SITEGREP_PROVIDER_PROXY_EXCEPT', ['search.internal:8080', '*.internal', 'http://a', 'a,', 'a b']],
    [
      'SITEGREP_CONTACT',
      ['nobody', 'a@b', 'http://x/(y)', 'a b@c.example', 'mailto:x@y.example\r\nX-A: b', 'ü@x.example'],
    ],
    [
      'SITEGREP_ALLOWED_ADDRESSES',
      ['10.0.0.0/33', 'fd00::/129', 'intranet', '10.0.0.0/8,', '10.0.0/8', '1.2.3.4/8/8', 'fe80::1%eth0'],
    ],
    [
      'SITEGREP_ADMIN_KEY',
      [
        'short',
        'abcdefghijklmnopqrstuvwxyz01234',
        'abcdefghijkl mnopqrstuvwxyz012345',
        'äbcdefghijklmnopqrstuvwxyz012345',
      ],
    ],
    ['SITEGREP_OPERATION_LIMITS', ['find:1', 'admin', 'admin:0', 'admin:1,admin:2', 'admin:1,', '/admin:1']],
    ['SITEGREP_DATA_DIR', ['a\u0000b']],
    ['SITEGREP_YT_DLP_COMMAND', [' ', '"yt-dlp"', "yt-dlp '--proxy'", 'yt-dlp\u0000', 'a '.repeat(101)]],
    [
      'SITEGREP_SEARXNG_URL',
      ['search.internal', 'http://me:50%@a', 'http://%ff@a', 'http://a?b', 'http://a#b'],
    ],
    ['SITEGREP_SERPER_KEY', ['a b', 'a\nb', 'ä', 'x'.repeat(1_001)]],
    ['SITEGREP_DATAFORSEO_LOGIN', ['me:word', 'a\nb', 'x'.repeat(201)]],
  ])('%s refuses %j, naming itself and what is allowed', (variable, texts) => {
    for (const text of texts) {
      expect(problemsOf({ [variable]: text })).toEqual([
        expect.stringMatching(new RegExp(`^${variable} is .* but must be .+\\.$`)),
      ]);
    }
  });

  test('a problem names the variable, the value given and what is allowed', () => {
    expect(problemsOf({ SITEGREP_PORT: '70000' })).toEqual([
      'SITEGREP_PORT is "70000" but must be an integer from 0 to 65,535.',
    ]);
    expect(problemsOf({ SITEGREP_CRAWL_DELAY: '1 day' })).toEqual([
      'SITEGREP_CRAWL_DELAY is "1 day" but must be a duration from 0ms to 5m (written as 500ms, 15s or 5m).',
    ]);
  });

  test.each([
    ['none', 0],
    ['12', 12],
    ['all', 1_000],
    ['90d', { maxAge: 90 * 86_400_000 }],
    ['1MiB', { maxBytes: 1_048_576 }],
    ['64KiB', { maxBytes: 65_536 }],
  ])('versions are kept by number, age or size: %s', (text, kept) => {
    expect(loadConfig({ SITEGREP_KEEP_VERSIONS: text }).keepVersions).toEqual(kept);
    expect(SETTINGS.keepVersions.kind.print(loadConfig({ SITEGREP_KEEP_VERSIONS: text }).keepVersions)).toBe(
      text,
    );
  });

  test.each(['0', '0d', '1001', '3651d', '2GiB', '12h', '-1', '1.5MiB', 'ALL'])(
    'versions to keep are not %j',
    (text) => {
      expect(problemsOf({ SITEGREP_KEEP_VERSIONS: text })).toEqual([
        `SITEGREP_KEEP_VERSIONS is ${JSON.stringify(text)} but must be none, all, an integer from 1 to 1,000, an age from 1d to 3,650d (90d), or a size from 1KiB to 1GiB (1MiB).`,
      ]);
    },
  );

  test('all problems are told at once', () => {
    const env = { SITEGREP_PORT: 'x', SITEGREP_RETRIES: '11', SITEGREP_MAXPAGES: '3' };
    expect(problemsOf(env)).toHaveLength(3);
    expect(() => loadConfig(env)).toThrow(/^Some settings are wrong:\n {2}\S.*\n {2}\S.*\n {2}\S.*$/);
  });

  test('an unknown variable is an error that suggests the nearest known one', () => {
    expect(problemsOf({ SITEGREP_DATADIR: '/srv' })).toEqual([
      'SITEGREP_DATADIR is not a setting; did you mean SITEGREP_DATA_DIR?',
    ]);
    expect(problemsOf({ SITEGREP_COMPLETELY_DIFFERENT_THING: '1' })).toEqual([
      'SITEGREP_COMPLETELY_DIFFERENT_THING is not a setting: "sitegrep config" lists all of them.',
    ]);
    expect(problemsOf({ SITEGREPX: '1', sitegrep_port: '1' })).toEqual([]);
  });

  test('a secret is not repeated in an error', () => {
    const problems = problemsOf({
      SITEGREP_ADMIN_KEY: 'too-short-secret',
      SITEGREP_HTTP_PROXY: 'ftp://user:hunter2@proxy.internal',
      SITEGREP_SEARXNG_URL: 'ftp://user:hunter2@search.internal',
      SITEGREP_YT_DLP_COMMAND: 'yt-dlp "--proxy" http://user:hunter2@proxy.internal',
      SITEGREP_SERPAPI_KEY: 'hunter2 hunter2',
      SITEGREP_DATAFORSEO_LOGIN: 'me:hunter2',
    });
    expect(problems).toHaveLength(6);
    expect(problems.join()).not.toMatch(/too-short-secret|hunter2/);
  });

  test('control characters and very long values stay on one short line', () => {
    const [problem = ''] = problemsOf({ SITEGREP_PORT: `1\n\u001b[2J${'9'.repeat(100_000)}` });
    expect(problem).toContain(String.raw`"1\n\u001b[2J999`);
    expect(problem.length).toBeLessThan(250);
  });

  test.each([
    [
      { SITEGREP_MAX_PAGE_BYTES: '2MiB', SITEGREP_MAX_SITE_BYTES: '1MiB' },
      /SITEGREP_MAX_PAGE_BYTES=2MiB is more than SITEGREP_MAX_SITE_BYTES=1MiB/,
    ],
    [
      { SITEGREP_MAX_SITE_BYTES: '1MiB' },
      /SITEGREP_MAX_PAGE_BYTES=4MiB is more than SITEGREP_MAX_SITE_BYTES=1MiB/,
    ],
    [
      { SITEGREP_MAX_CRAWL_DELAY: '100ms' },
      /SITEGREP_CRAWL_DELAY=500ms is more than SITEGREP_MAX_CRAWL_DELAY=100ms/,
    ],
    [{ SITEGREP_SITE_TIMEOUT: '10s' }, /SITEGREP_REQUEST_TIMEOUT=15s is more than SITEGREP_SITE_TIMEOUT=10s/],
    [
      { SITEGREP_ANALYSIS_DEADLINE: '6m' },
      /SITEGREP_ANALYSIS_DEADLINE=6m is more than SITEGREP_SITE_TIMEOUT=5m/,
    ],
    [
      { SITEGREP_ELASTICSEARCH_REFRESH_INTERVAL: '31s' },
      /SITEGREP_ELASTICSEARCH_REFRESH_INTERVAL=31s is more than SITEGREP_ELASTICSEARCH_TIMEOUT=30s/,
    ],
    [{ SITEGREP_ELASTICSEARCH_USERNAME: 'elastic' }, /_USERNAME and SITEGREP_ELASTICSEARCH_PASSWORD belong/],
    [
      {
        SITEGREP_ELASTICSEARCH_API_KEY: 'abc',
        SITEGREP_ELASTICSEARCH_USERNAME: 'a',
        SITEGREP_ELASTICSEARCH_PASSWORD: 'b',
      },
      /SITEGREP_ELASTICSEARCH_API_KEY replaces user and password/,
    ],
    [{ SITEGREP_ELASTICSEARCH_CA: '/ca.pem' }, /SITEGREP_ELASTICSEARCH_CA needs https:/],
    [{ SITEGREP_REDIS_CA: '/ca.pem' }, /SITEGREP_REDIS_CA needs TLS/],
    [
      { SITEGREP_REDIS_URL: 'redis://a/2', SITEGREP_REDIS_TOPOLOGY: 'cluster' },
      /SITEGREP_REDIS_URL ends in \/2, but a cluster has database 0 only/,
    ],
    [{ SITEGREP_REDIS_NODES: 'b:6379' }, /SITEGREP_REDIS_NODES needs SITEGREP_REDIS_TOPOLOGY/],
  ])('settings that contradict each other are refused: %j', (env, message) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(message)]);
  });

  test('equal limits do not contradict each other', () => {
    expect(problemsOf({ SITEGREP_MAX_PAGE_BYTES: '1MiB', SITEGREP_MAX_SITE_BYTES: '1MiB' })).toEqual([]);
  });
});

describe('secrets in files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitegrep-config-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const file = async (content: string | Uint8Array): Promise<string> => {
    const path = join(folder, randomUUID());
    await writeFile(path, content);
    return path;
  };

  test.each(['hunter2', 'hunter2\n', 'hunter2\r\n'])('%j is the same secret', async (content) => {
    const config = loadConfig({
      SITEGREP_REDIS_SENTINEL_PASSWORD_FILE: await file(content),
      SITEGREP_REDIS_URL_FILE: await file('redis://u:p@redis.internal'),
    });
    expect([config.redisSentinelPassword, config.redisUrl]).toEqual([
      'hunter2',
      'redis://u:p@redis.internal',
    ]);
  });

  test('white space inside and a second line break belong to the secret', async () => {
    const path = await file(' a b \n\n');
    expect(loadConfig({ SITEGREP_REDIS_SENTINEL_PASSWORD_FILE: path }).redisSentinelPassword).toBe(' a b \n');
  });

  test('the variable and its file exclude each other', async () => {
    const env = { SITEGREP_ADMIN_KEY: 'a'.repeat(32), SITEGREP_ADMIN_KEY_FILE: await file('b'.repeat(32)) };
    expect(problemsOf(env)).toEqual([
      'SITEGREP_ADMIN_KEY and SITEGREP_ADMIN_KEY_FILE are both set: leave one out.',
    ]);
  });

  test('a file that is not there, is a folder or too long is named, and its content not told', async () => {
    const missing = join(folder, 'missing');
    expect(problemsOf({ SITEGREP_ADMIN_KEY_FILE: missing })).toEqual([
      `SITEGREP_ADMIN_KEY_FILE is "${missing}", which can't be read (ENOENT): check the path and its permissions.`,
    ]);
    expect(problemsOf({ SITEGREP_ADMIN_KEY_FILE: folder })).toEqual([expect.stringContaining('(EISDIR)')]);
    const long = await file('x'.repeat(70_000));
    expect(problemsOf({ SITEGREP_ADMIN_KEY_FILE: long })).toEqual([expect.stringContaining('too long')]);
    const [problem = ''] = problemsOf({ SITEGREP_ADMIN_KEY_FILE: await file('short-secret') });
    expect(problem).toMatch(/^SITEGREP_ADMIN_KEY is \*+ but must be/);
  });

  test('an empty file counts as unset, as an empty variable does', async () => {
    expect(loadConfig({ SITEGREP_ADMIN_KEY_FILE: await file('\n') }).adminKey).toBeNull();
  });

  test('only secrets have one', () => {
    expect(problemsOf({ SITEGREP_PORT_FILE: '/port' })).toEqual([
      'SITEGREP_PORT_FILE is not a setting; did you mean SITEGREP_PORT?',
    ]);
  });
});

/** Settings of providers as an empty environment leaves them, by the catalog. */
function defaultsOfProviders(): Readonly<Record<string, unknown>> {
  const settings = PROVIDER_NAMES.flatMap((name) => Object.values<ProviderSetting>(PROVIDERS[name].settings));
  return Object.fromEntries(
    settings.map((setting) => {
      const words = setting.variable.replace('SITEGREP_', '').toLowerCase().split('_');
      const [first = '', ...others] = words;
      const name = first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
      if (!('default' in setting)) return [name, null];
      return [name, setting.kind === 'command' ? setting.default.split(' ') : setting.default];
    }),
  );
}

function requiredBy(name: ProviderName): readonly ProviderSetting[] {
  return Object.values<ProviderSetting>(PROVIDERS[name].settings).filter(
    (setting) => 'required' in setting && setting.required,
  );
}

/** A value that is allowed, for each kind of setting. */
const GOOD_VALUES: { readonly [Kind in keyof SettingValues]: string } = {
  url: 'http://me:word@127.0.0.1:3000/tube/',
  'api-key': 'AIza_-',
  login: 'me@otters.example',
  password: 'a b',
  word: 'google',
  command: 'yt-dlp',
};
