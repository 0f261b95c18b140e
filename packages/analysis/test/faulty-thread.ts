// A thread that fails as the path of a page says, in the ways in which a real one can.
import { parentPort, workerData } from 'node:worker_threads';
import { unreadIcon } from '@sitegrep/icons';
import { encodeSource, type Page } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import type { Report, Task, ThreadSettings } from '../src/messages.ts';
import { processorMs } from '../src/processor-time.ts';

const NO_ADD_ONS = { plugins: [], themes: [] };
const port = parentPort;
const settings: ThreadSettings = workerData;

port?.on('message', (task: Task) => {
  const { id } = task;
  const path =
    task.kind === 'icon' ? `/${Buffer.from(task.bytes).toString()}` : new URL(task.page.url).pathname;
  const [, stage, fault = ''] = path.split('/');
  if (stage === 'reading' && goWrong(fault, id)) return;
  if (task.kind === 'icon') {
    send({ kind: 'icon', id, reading: unreadIcon(task.bytes, 'was read'), usedMs: processorMs() });
    return;
  }
  if (task.kind === 'explain') {
    const technologies = task.page.technologies.map((one) => ({ ...one, evidence: [], impliedBy: [] }));
    const cut = stage === 'cutting' ? 'after 3 s' : null;
    send({ kind: 'explained', id, technologies, cut, usedMs: processorMs() });
    return;
  }
  send(task.kind === 'again' ? extractedAgain(id, task) : extracted(id, task.page));
  if (stage === 'detecting' && goWrong(fault, id)) return;
  const technologies = [{ name: `Of ${task.page.url}`, version: null, confidence: 100, paths: ['a.b'] }];
  const cut = stage === 'cutting' ? 'after 3 s' : null;
  send({
    kind: 'detected',
    id,
    facts: { technologies, ...NO_ADD_ONS },
    cut,
    detectMs: 4,
    usedMs: processorMs(),
  });
});
send({ kind: 'ready', usedMs: processorMs() });

/** Fails in a given way. @returns true if the thread continues without a result */
function goWrong(fault: string, id: number): boolean {
  switch (fault) {
    case 'hang':
      for (;;);
    case 'hang-in-regex':
      return /^(?:a+)+$/.test(`${'a'.repeat(60)}b`);
    case 'rest':
      // Like a thread that gets no processor for some time.
      rest(2_500);
      return false;
    case 'wait':
      return rest(Infinity);
    case 'explode':
      return explode();
    case 'exit':
      process.exit(7);
    case 'fail':
      send({ kind: 'failed', id, reason: 'a regex was refused', usedMs: processorMs() });
      return true;
    case 'answer-twice':
      send({
        kind: 'detected',
        id: id - 1,
        facts: { technologies: [], ...NO_ADD_ONS },
        cut: null,
        detectMs: 4,
        usedMs: processorMs(),
      });
      return false;
    default:
      throw new Error(`nobody caught ${fault}`);
  }
}

/** Blocks without using the processor. */
function rest(ms: number): boolean {
  return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms) === 'ok';
}

function explode(): never {
  const hoard: unknown[] = [];
  for (;;) hoard.push(Array.from({ length: 1 << 16 }, Object));
}

function extracted(id: number, page: Page): Report {
  const source = encodeSource(`${Buffer.from(page.body).toString()} ${settings.maxSourceBytes}`);
  return {
    kind: 'extracted',
    id,
    record: {
      url: page.url,
      fetchedAt: page.fetchedAt,
      charset: 'utf-8',
      truncated: page.truncated,
      source,
      facts: {
        ...NO_PAGE_FACTS,
        version: settings.factsVersion,
        title: `Title of ${page.url}`,
        description: page.robotsTxt ?? null,
        generators: page.certIssuer === undefined ? [] : [page.certIssuer],
      },
    },
    version: {
      etag: null,
      lastModified: null,
      digest: `digest of ${page.url}`,
      certificate: null,
    },
    links: {
      links: [`${page.url}#linked`],
      nofollowLinks: [`${page.url}#unfollowed`],
      ownerLinks: [{ url: `${page.url}#linked`, kind: 'contact' }],
      firstLinks: [`${page.url}#frame`],
      framesetLinks: [],
      icon: `${page.url}#icon`,
      refresh: null,
      robots: { noindex: false, nofollow: true, expires: false, maxSnippet: null },
      shell: false,
    },
    extractMs: 3,
  };
}

function extractedAgain(id: number, { page, version }: Extract<Task, { readonly kind: 'again' }>): Report {
  const { url, fetchedAt, charset, truncated, source, facts } = page;
  const record = { url, fetchedAt, charset, truncated, source: encodeSource(source), facts };
  return {
    kind: 'extracted',
    id,
    record,
    version,
    links: {
      links: [],
      nofollowLinks: [],
      ownerLinks: [],
      firstLinks: [],
      framesetLinks: [],
      icon: null,
      refresh: null,
      robots: { noindex: false, nofollow: false, expires: false, maxSnippet: null },
      shell: false,
    },
    extractMs: 3,
  };
}

function send(report: Report): void {
  port?.postMessage(report);
}
