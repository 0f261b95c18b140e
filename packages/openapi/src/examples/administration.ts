import { type Examples, list, success } from './example.ts';

const KEY_ID = 'c2f6e0c4-8f0b-4a55-9d0e-1b7a5a3f9d21';
const KEY = {
  id: KEY_ID,
  name: 'reports',
  prefix: 'sg_4f9k2m7q',
  scopes: ['search'],
  rate_limit_per_minute: 120,
  created_at: '2026-03-01 09:00:00 +00:00',
  expires_at: '2027-01-01 00:00:00 +00:00',
  replaced_until: null,
  last_used_at: null,
  revoked_at: null,
  sessions: [],
};

const SESSION = {
  id: '5b1f0a52-6f0c-4d6a-9a57-0d8f6f1c2b33',
  key_id: KEY_ID,
  created_at: '2026-03-01 09:00:00 +00:00',
  ends_at: '2026-03-01 21:00:00 +00:00',
};
const CALLER = {
  key: { id: KEY_ID, name: KEY.name, prefix: KEY.prefix, scopes: KEY.scopes },
  session: { id: SESSION.id, ends_at: SESSION.ends_at },
};

export const SESSION_EXAMPLES = {
  openSession: { answers: { 201: success(CALLER) } },
  getSession: { answers: { 200: success(CALLER) } },
  closeSession: { answers: { 200: success(SESSION) } },
  endSession: { parameters: { id: SESSION.id }, answers: { 200: success(SESSION) } },
} as const satisfies Examples;

const PAGES_SUMMARY = {
  type: 'summary',
  failure: null,
  error: null,
  bytes_read: 112,
  records: 1,
  outcomes: { stored: 1 },
  skipped: {},
  slips: {},
  truncated_pages: 0,
  junk: 0,
  unread_entries: 0,
  documents_stored: 1,
  source_bytes: 34,
};

const SAMPLES = {
  sites: 25,
  indexed: 25,
  searches: [
    {
      q: 'tech:WordPress country:FR',
      shows: 'a technology in a country',
      domains: ['bakery-lyon.example'],
    },
  ],
};

const RUN = {
  id: '0d7a1f3e-58a4-4c7e-9f5b-3c0f6a0e9b11',
  q: 'tech:WordPress',
  state: 'running',
  started_at: '2026-03-01 09:00:00 +00:00',
  ended_at: null,
  reason: null,
  domains: { total: 2_100, done: 340 },
  pages: { analysed: 702, failed: 1 },
  last_domain: 'books.example',
};

export const ADMINISTRATION_EXAMPLES = {
  getSamples: { answers: { 200: success({ ...SAMPLES, indexed: 0 }) } },
  addSamples: { answers: { 200: success(SAMPLES) } },
  removeSamples: { answers: { 200: success({ ...SAMPLES, indexed: 0 }) } },
  sendPages: {
    lists: {
      'application/x-ndjson':
        '{"url":"https://shop.example/","html":"<!doctype html><title>Shop</title>","fetched_at":"2026-03-01T09:00:00Z"}\n',
      'application/har+json': '{"log":{"entries":[]}}',
      'application/warc': '(the file)',
      'application/zip': '(the file)',
      'application/gzip': '(the file)',
      'application/zstd': '(the file)',
      'application/octet-stream': '(the file)',
    },
    answers: {
      200:
        '{"type":"page","record":1,"unit":"line","entry":null,"offset":0,"url":"https://shop.example/","domain":"shop.example","outcome":"stored","reason":null}\n' +
        `${JSON.stringify(PAGES_SUMMARY)}\n`,
    },
  },
  importRanks: {
    lists: {
      'text/csv': '1,shop.example\n2,lakes.example\n',
      'application/octet-stream': '1,shop.example\n2,lakes.example\n',
    },
    answers: {
      200: success({
        domains: 2,
        indexed: 1,
        repeated: 0,
        removed: 0,
        rejected: { count: 0, reasons: {}, samples: [] },
      }),
    },
  },
  createKey: {
    json: {
      name: 'reports',
      scopes: ['search'],
      rate_limit_per_minute: 120,
      expires_at: '2027-01-01 00:00:00 +00:00',
    },
    answers: { 201: success({ ...KEY, secret: 'sg_4f9k2m7q_shown-once-and-kept-nowhere' }) },
  },
  listKeys: { answers: { 200: list(KEY) } },
  rotateKey: {
    parameters: { id: KEY_ID },
    json: { overlap_seconds: 3_600 },
    answers: { 200: success({ ...KEY, secret: 'sg_4f9k2m7q_another-one-shown-once' }) },
  },
  revokeKey: {
    parameters: { id: KEY_ID },
    answers: { 200: success({ ...KEY, revoked_at: '2026-03-02 10:11:12 +00:00' }) },
  },
  listAuditLog: {
    parameters: { action: 'key.revoke' },
    answers: {
      200: list({
        id: '1719',
        at: '2026-03-02 10:11:12 +00:00',
        actor: 'api_key',
        key_id: '5b0f7d0e-3a2c-4f57-8f0a-6a1c1f1f7c55',
        key_prefix: 'sg_9x8w7v6t',
        session_id: null,
        action: 'key.revoke',
        target: KEY_ID,
        remote_address: '192.0.2.17',
        request_id: '0b6f8f3e-4a0d-4a9e-9d55-2f0b4a7c1e33',
        result: 'done',
        status: 200,
      }),
    },
  },
} as const satisfies Examples;

export const INSTANCE_EXAMPLES = {
  getEntry: {
    answers: { 200: success({ name: 'sitegrep', docs: '/docs', openapi: '/openapi.json' }) },
  },
  getHealth: { answers: { 200: success({ status: 'alive' }) } },
  getReadiness: {
    answers: {
      200: success({
        status: 'ready',
        degraded: [],
        dependencies: { index: 'up', crawls: 'up', keys: 'up', disk: 'up', queue: 'up' },
      }),
    },
  },
  watchReadiness: {
    answers: {
      200:
        'event: readiness\ndata: {"ready":true,"dependencies":[{"name":"index","service":"Elasticsearch","state":"up"},' +
        '{"name":"disk","service":"Elasticsearch","state":"full"}]}\n\n',
    },
  },
  getStats: {
    answers: {
      200: success({
        domains: 2_945,
        pages: 2_945,
        source_bytes: 300_000_000,
        compressed_bytes: 66_000_000,
        versions: 8_400,
        version_bytes: 21_000_000,
        index_bytes: 150_000_000,
        total_bytes: 230_000_000,
        segments_count: 2,
        segments: [
          { documents: 2_800, deleted_documents: 31, bytes: 146_000_000 },
          { documents: 176, deleted_documents: 0, bytes: 4_000_000 },
        ],
        domains_with: {
          headers: 2_945,
          cookies: 1_204,
          files: 2_210,
          hosts: 2_871,
          certificate: 2_640,
          icon: 2_533,
        },
        facts_version: '1-0a1b2c3d',
        outdated_domains: { count: 0, is_exact: true },
      }),
    },
  },
  listSizes: {
    answers: {
      200: success({
        sizes: [
          {
            day: '2026-11-20',
            measured_at: '2026-11-20 23:12:40 +00:00',
            domains: 2_945,
            pages: 2_945,
            source_bytes: 300_000_000,
            total_bytes: 230_000_000,
          },
        ],
      }),
    },
  },
  getMetricsHistory: {
    answers: {
      200: success({
        process: 'up',
        started_at: '2026-11-29 22:40:12 +00:00',
        interval_seconds: 60,
        from: '2026-11-29 22:38:00 +00:00',
        series: {
          searches: [12, null, null, 9],
          search_p95_seconds: [0.041, null, null, 0.018],
          http_errors: [0, null, null, 0],
          pages: [640, null, null, 512],
          unfinished_sites: [1_790, null, null, 1_702],
          memory_bytes: [412_000_000, null, null, 388_000_000],
          index_bytes: [230_000_000, null, null, 230_400_000],
        },
      }),
    },
  },
  startReanalysis: {
    json: { q: 'tech:WordPress' },
    answers: { 202: success(RUN) },
  },
  getReanalysis: {
    answers: {
      200: success({
        facts_version: '1-0a1b2c3d',
        outdated_domains: { count: 1_760, is_exact: true },
        run: RUN,
      }),
    },
  },
  stopReanalysis: {
    answers: { 200: success({ ...RUN, state: 'stopped', ended_at: '2026-03-01 09:02:10 +00:00' }) },
  },
  getTechnologySet: {
    answers: {
      200: success({
        public_set: { name: 'webappanalyzer', technologies: 7_586, taken_at: '2026-03-01 09:00:00 +00:00' },
        technologies: 7_702,
        facts_version: '1-0a1b2c3d',
        in_use_since: '2026-03-01 09:00:04 +00:00',
        own: [
          {
            name: 'Acme Widgets',
            categories: ['marketing.widgets'],
            search: 'acme-widgets',
            query: 'script:cdn.acme.example/widget-',
            replaces: false,
            domains: 41,
          },
        ],
        own_count: 1,
        problems: [
          {
            file: 'own.yaml',
            search: null,
            technology: 'Acme Forms',
            key: 'html',
            reason: '(: Invalid regular expression',
          },
        ],
        problems_count: 1,
        outdated_domains: { count: 1_760, is_exact: false },
        run: RUN,
      }),
    },
  },
  takeTechnologies: {
    parameters: { name: 'webappanalyzer' },
    lists: { 'application/octet-stream': '{"Acme Widgets":{"cats":[5],"html":"acme-widget"}}' },
    answers: {
      200: success({ name: 'webappanalyzer', technologies: 7_702, problems: [], problems_count: 0 }),
    },
  },
  takeBuiltInTechnologies: {
    answers: { 200: success({ name: null, technologies: 7_661, problems: [], problems_count: 0 }) },
  },
  listSettings: {
    answers: {
      200: success({
        settings: [
          {
            variable: 'SITEGREP_PORT',
            group: 'HTTP API',
            value: '8080',
            is_default: true,
            description: 'Port to listen on; 0 takes any free one.',
          },
          {
            variable: 'SITEGREP_ADMIN_KEY',
            group: 'HTTP API',
            value: '********',
            is_default: false,
            description:
              'The first API key, with all scopes. Without it, the first start makes one and prints it once.',
          },
        ],
      }),
    },
  },
  checkInstance: {
    answers: {
      200: success({
        ok: true,
        checks: [
          { area: 'index', status: 'ok', finding: '2,945 domains in 2 segments', remedy: null },
          {
            area: 'data folder',
            status: 'warn',
            finding: '812 MiB free of 20 GiB',
            remedy: 'free some space, or move SITEGREP_DATA_DIR to a larger disk',
          },
        ],
      }),
    },
  },
  getMetrics: {
    answers: {
      200: '# TYPE sitegrep_http_requests_in_flight gauge\nsitegrep_http_requests_in_flight 1\n',
    },
  },
  getReference: { answers: { 200: '<!doctype html><title>sitegrep API</title>' } },
  getOpenApi: {
    answers: { 200: { openapi: '3.1.1', info: { title: 'sitegrep', version: '1.0.0' }, paths: {} } },
  },
} as const satisfies Examples;
