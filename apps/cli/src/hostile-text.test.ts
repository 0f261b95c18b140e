import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteAnswers } from '@sitegrep/site';
import { NO_PAGE_FACTS, NO_SITE_FACTS, linkedEmail } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run, startUp, type Up } from '../test/command.ts';

/** Text of a site that clears a screen, sets a title, recolours by C1, and reorders what stands around it. */
const HOSTILE =
  'needle \u0007\u001b[2J\u001b]0;x\u0007\u007f\u009b31m\u0085\u200e\u2028\u2029\u202e\u2066\ufeff';
const TECHNOLOGY = {
  name: `Needle ${HOSTILE}`,
  version: HOSTILE,
  confidence: 100,
  paths: ['a.b'],
  evidence: [{ field: 'headers', key: 'x', pattern: 'n', match: HOSTILE, confidence: 100, version: HOSTILE }],
} as const;
const SECURITY = `Contact: mailto:${HOSTILE}\n`;
const SITE: SiteAnswers = {
  files: [
    {
      name: 'security.txt',
      status: 200,
      isReal: true,
      reason: null,
      bytes: Buffer.byteLength(SECURITY),
      truncated: false,
      digest: '',
    },
    { name: 'llms.txt', status: 404, isReal: false, reason: HOSTILE, bytes: 0, truncated: false, digest: '' },
  ],
  agents: { others: 'allowed', named: [{ agent: 'GPTBot', verdict: 'blocked' }] },
  certificate: { issuer: HOSTILE, names: [HOSTILE], nameCount: 1, notBefore: 0, notAfter: 1, tls: 'TLSv1.3' },
  icon: { url: HOSTILE, bytes: 1, mmh3: 1, md5: '', sha256: '', phash: null, png: null, problem: HOSTILE },
};
/** Characters that no command may print: controls but ends of lines, marks that reorder text, and separators of lines. */
const ACTED_ON = /[^\P{Cc}\n\r]|\r(?!\n)|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

let folder: string;
let settings: { readonly SITEGREP_DATA_DIR: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-hostile-'));
  const dataDir = join(folder, 'data');
  settings = { SITEGREP_DATA_DIR: dataDir };
  await mkdir(dataDir);
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  const page = {
    url: 'https://hostile.example/',
    fetchedAt: Date.UTC(2026, 0, 2),
    charset: 'utf-8',
    truncated: false,
    source: HOSTILE,
    answers: {
      headers: `HTTP 200\nx-a: ${HOSTILE}\n`,
      cookies: `\n${HOSTILE}; path=/\n`,
      file: `/security.txt\n${SECURITY}\n`,
    },
    facts: { ...NO_PAGE_FACTS, title: HOSTILE, technologies: [TECHNOLOGY], site: SITE },
  };
  const facts = {
    ...NO_SITE_FACTS,
    title: HOSTILE,
    description: HOSTILE,
    emails: [linkedEmail(`${HOSTILE}@a.example`)],
  };
  await storage.domains.put([wholeSite({ domain: 'hostile.example', pages: [page], facts })]);
  await storage.close();
  await writeFile(
    join(folder, 'page.html'),
    `<title>${HOSTILE}</title><meta name=generator content="WordPress 6.1 ${HOSTILE}">`,
  );
  await writeFile(join(folder, 'list.txt'), `${HOSTILE}\n`.repeat(10_000));
  await writeFile(join(folder, 'short.txt'), `${HOSTILE}\n`);
  await writeFile(join(folder, 'hosts.txt'), `hostile.example\n${HOSTILE}\n`);
  await writeFile(join(folder, 'ranks.csv'), `1,${HOSTILE}\n`.repeat(10_000));
});
afterAll(() => rm(folder, { recursive: true }));

/** A command, its exit code, and a text that it shows. */
type Case = readonly [line: string, code: number, shown: string];

const ALONE: readonly Case[] = [
  ['search needle', 0, 'needle'],
  ['verify', 0, 'agree'],
  ['verify --json', 0, 'disagreements'],
  ['detect page.html', 0, 'WordPress'],
  ['detect page.html --json', 0, 'WordPress'],
];
const BESIDE_A_SERVER: readonly Case[] = [
  ['search needle --snippets', 0, 'needle'],
  ['search needle --extract a=css:body --extract b[]=re:needle(?s:.*)', 0, 'needle'],
  ['search needle --snippets --extract a=re:needle(?s:.*)', 0, 'a: needle'],
  ['search needle --format csv --extract a=css:body', 0, 'needle'],
  ['search needle --json', 0, 'needle'],
  ['search needle --format csv', 0, 'needle'],
  ['search needle --format csv --snippets', 0, 'needle'],
  ['search needle --format ndjson', 0, 'needle'],
  ['domains show hostile.example', 0, 'needle'],
  ['domains show hostile.example --json', 0, 'needle'],
  ['domains show hostile.example --evidence', 0, 'needle'],
  ['domains show hostile.example --evidence --json', 0, 'needle'],
  ['domains answers hostile.example', 0, 'needle'],
  ['domains answers hostile.example --json', 0, 'needle'],
  ['lookup hosts.txt', 0, 'needle'],
  ['lookup hosts.txt --json', 0, 'needle'],
  ['lookup hosts.txt --format csv', 0, 'needle'],
  ['lookup hosts.txt --evidence', 0, 'needle'],
  ['lookup hosts.txt --evidence --format csv', 0, 'needle'],
  ['lookup short.txt --missing', 1, 'needle'],
  ['crawl list.txt', 2, '10000 bad lines in a row'],
  ['crawl short.txt', 2, 'needle'],
  ['ranks import ranks.csv', 2, '10000 bad lines in a row'],
];

async function check(line: string, code: number, shown: string): Promise<void> {
  const args = line.split(' ').map((word) => (/\.(?:html|txt|csv)$/.test(word) ? join(folder, word) : word));
  const ended = await run(args, settings);
  const printed = ended.stdout + ended.stderr;
  expect([ended.code, printed]).toEqual([code, expect.stringContaining(shown)]);
  expect(printed).not.toMatch(ACTED_ON);
}

test.each(ALONE)('%s prints nothing that a terminal acts on', check);

describe('beside a server', () => {
  let server: Up;
  beforeAll(async () => {
    server = await startUp(settings.SITEGREP_DATA_DIR);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each(BESIDE_A_SERVER)('%s prints nothing that a terminal acts on', check);
});
