// The commands of docs/commoncrawl.md, run as they stand with the complete command, against a server with Common Crawl's shapes. Its sites
// are below .example, so that is the top-level domain.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { madeArchive } from '../../packages/commoncrawl/test/made-crawl.ts';
import { serveCrawls } from '../common-crawl/server.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { MAIN } from '../support/server-process.ts';
import { codeBlocks } from './code-blocks.ts';

const run = promisify(execFile);
const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'commoncrawl.md');
const SCRIPT = 'https://cdn.checkout.example/pay.js';

/** A site with a home page and another page; every second one has a shop with the script, every third one is in German. */
function siteOf(number: number) {
  const domain = `shop${String(number).padStart(2, '0')}.example`;
  return { domain, hasScript: number % 2 === 0, isGerman: number % 3 === 0 };
}

const SITES = Array.from({ length: 40 }, (_, number) => siteOf(number));

const CRAWL: Parameters<typeof madeArchive>[0][number] = {
  id: 'CC-MAIN-2026-12',
  records: SITES.flatMap(({ domain, hasScript, isGerman }, number) =>
    ['/', '/about'].map((path) => ({
      url: `https://${domain}${path}`,
      time: Date.UTC(2026, 2, 9, 10, number),
      body: `<html><title>${domain}</title>${hasScript ? `<script src="${SCRIPT}"></script>` : ''}`,
      languages: isGerman ? 'deu' : 'eng',
    })),
  ),
};

test(
  'three commands lead from an empty folder to the shops that load a script',
  { timeout: 300_000 },
  async () => {
    const archive = await serveCrawls(madeArchive([CRAWL]).files);
    onTestFinished(() => archive.close());
    const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-commoncrawl-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const env = {
      ...bareEnvironment(),
      SITEGREP_DATA_DIR: dataDir,
      SITEGREP_COMMONCRAWL_URL: archive.url,
      SITEGREP_ALLOWED_ADDRESSES: '127.0.0.1/32',
    };
    const [block] = codeBlocks(await readFile(PAGE, 'utf8'));
    const commands = (block?.code ?? '').trim().split('\n');
    expect(commands).toHaveLength(3);
    const printed: string[] = [];
    for (const command of commands) {
      const words = command
        .replace(/^npx sitegrep /, '')
        .replace('--tld de', '--tld example')
        .replaceAll("'", '');
      const { stdout } = await run(process.execPath, [MAIN, ...words.split(' ')], { env });
      printed.push(stdout);
    }
    const [estimate = '', imported = '', found = ''] = printed;
    const german = SITES.filter(({ isGerman }) => isGerman);
    expect(estimate).toContain(`${german.length} records of ${CRAWL.id}; reading them takes`);
    expect(imported).toContain(`${german.length} pages stored, 0 unchanged`);
    const shops = german.filter(({ hasScript }) => hasScript).map(({ domain }) => domain);
    expect([...found.matchAll(/^shop\d+\.example/gm)].map(([domain]) => domain).toSorted()).toEqual(shops);
  },
);
