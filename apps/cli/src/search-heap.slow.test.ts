import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../test/support/server-process.ts';

/** A page by domain: one of 200,000 elements, each with a text, and a plain one. */
const SOURCES = {
  'large.test': `large ${'<a href="/">a</a>'.repeat(200_000)}`,
  'plain.test': 'plain <a>a</a>',
};

test('a search that needs too much memory is refused, and others go on in all threads of a complete process', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-heap-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  for (const [domain, source] of Object.entries(SOURCES)) {
    const page = { url: `https://${domain}/`, fetchedAt: 1, charset: 'utf-8', truncated: false, source };
    const pages = [{ ...page, facts: NO_PAGE_FACTS }];
    await storage.domains.put([wholeSite({ domain, facts: NO_SITE_FACTS, pages })]);
  }
  await storage.close();
  const server = await startServer(dataDir, {
    SITEGREP_LOG_LEVEL: 'fatal',
    // The tree of the large page alone takes more.
    SITEGREP_SEARCH_HEAP: '64MiB',
    SITEGREP_SEARCH_DEADLINE: '5m',
  });
  onTestFinished(() => server.stop());
  const links = async (text: string): Promise<readonly [status: number, body: string]> => {
    const answer = await server.ask('/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q: text, extract: [{ as: 'link', select: 'a' }] }),
    });
    return [answer.status, await answer.text()];
  };
  for (let time = 0; time < 2; time++) {
    const [refused, answered] = await Promise.all([links('large'), links('plain')]);
    expect(refused).toEqual([422, expect.stringContaining('needs more memory than a search may have')]);
    expect(answered).toEqual([200, expect.stringContaining('"extracted":{"link":"a"}')]);
  }
});
