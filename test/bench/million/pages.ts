/*
 * A data folder that grows to as many made pages as are wanted, in steps. After each step the real command starts on it and answers
 * searches over HTTP: it is timed, and its memory is read.
 */
import { type RunningServer, runCommand, startServer } from '../../support/server-process.ts';
import { type DiskUse, diskUse } from '../change/disk.ts';
import { rounded, summary, type Summary, timesOf } from '../harness/figures.ts';
import { madeWord } from '../harness/made-sites.ts';
import { readMemory } from '../harness/memory.ts';
import { TERMS } from '../harness/terms.ts';
import { fill } from './fill.ts';

export interface Step {
  readonly pages: number;
  readonly domains: number;
  readonly sourceMB: number;
  /** Cost of a page among those of this step, and among the last ones of it; making it is left out. */
  readonly processorMsAPage: number;
  readonly msAPage: number;
  readonly lastProcessorMsAPage: number;
  readonly lastMsAPage: number;
  readonly fillPeakMiB: number;
  readonly disk: DiskUse;
  /** Seconds from the start of the command until it listens, and until it has answered the first search. */
  readonly readySeconds: number;
  readonly firstAnswerSeconds: number;
  /** Milliseconds. */
  readonly tenFacets: Summary;
  readonly terms: Answers;
  readonly pageLevel: Answers;
  /** Memory of the command when it listens, and after all searches. */
  readonly residentMiB: { readonly start: number; readonly end: number; readonly peak: number };
}

/** Times of answers, each asked for the first time, and how many were refused. */
interface Answers extends Summary {
  readonly refused: number;
}

/** Pages that end a step, the last ones of which are timed by themselves. */
const LAST_PAGES = 20_000;
const FACETS = [
  'tech',
  'category',
  'country',
  'language',
  'content_language',
  'tld',
  'registrable_domain',
  'rank',
  'generator',
  'visited',
];
const FACET_ROUNDS = 5;
/** Words that are searched for, from the most frequent to the rarest. */
const WORDS = 50;
const RAREST_WORD = 150_000;

/** @param steps pages at the end of each step, ascending */
export async function growPages(
  dataDir: string,
  steps: readonly number[],
  onStep: (step: Step) => void,
): Promise<void> {
  // The first start bundles the command.
  await runCommand(['--version'], dataDir);
  let [site, pages, bytes] = [0, 0, 0];
  for (const end of steps) {
    const put = async (wanted: number): Promise<Awaited<ReturnType<typeof fill>>> => {
      const filled = await fill({ dataDir, firstSite: site, pages: wanted });
      site = filled.nextSite;
      pages += filled.pages;
      bytes += filled.sourceBytes;
      return filled;
    };
    const most = end - pages - LAST_PAGES > 0 ? await put(end - pages - LAST_PAGES) : null;
    const last = await put(end - pages);
    const [count, processorMs, seconds] = [
      last.pages + (most?.pages ?? 0),
      last.processorMs + (most?.processorMs ?? 0),
      last.seconds + (most?.seconds ?? 0),
    ];
    onStep({
      pages,
      domains: site,
      sourceMB: rounded(bytes / 1e6),
      processorMsAPage: rounded(processorMs / count, 1_000),
      msAPage: rounded((seconds * 1e3) / count, 1_000),
      lastProcessorMsAPage: rounded(last.processorMs / last.pages, 1_000),
      lastMsAPage: rounded((last.seconds * 1e3) / last.pages, 1_000),
      fillPeakMiB: Math.round(Math.max(last.peakMiB, most?.peakMiB ?? 0)),
      disk: diskUse(dataDir),
      ...(await search(dataDir)),
    });
  }
}

async function search(
  dataDir: string,
): Promise<
  Pick<Step, 'readySeconds' | 'firstAnswerSeconds' | 'tenFacets' | 'terms' | 'pageLevel' | 'residentMiB'>
> {
  const startedAt = performance.now();
  const server = await startServer(dataDir, { SITEGREP_LOG_LEVEL: 'warn' });
  try {
    const readySeconds = rounded((performance.now() - startedAt) / 1e3);
    const start = Math.round(readMemory(server.pid).residentMiB);
    await ask(server, { q: TERMS[0], limit: 1 });
    const firstAnswerSeconds = rounded((performance.now() - startedAt) / 1e3);
    // Each number of items is another search, so none is answered with what another one counted.
    const rounds = Array.from({ length: FACET_ROUNDS }, (_, round) => round + 1);
    const facets = FACETS.map((field) => ({ field }));
    const tenFacets = summary(
      await timesOf(rounds, async (limit) => {
        if (!(await ask(server, { q: '', limit, facets }))) throw new Error('facets of all were refused');
      }),
    );
    const terms = await answersTo(server, 'domain');
    const pageLevel = await answersTo(server, 'page');
    const { residentMiB, peakMiB } = readMemory(server.pid);
    const memory = { start, end: Math.round(residentMiB), peak: Math.round(peakMiB) };
    return { readySeconds, firstAnswerSeconds, tenFacets, terms, pageLevel, residentMiB: memory };
  } finally {
    await server.stop();
  }
}

async function answersTo(server: RunningServer, level: 'domain' | 'page'): Promise<Answers> {
  const words = Array.from({ length: WORDS }, (_, at) =>
    madeWord(Math.round(RAREST_WORD ** (at / (WORDS - 1))) - 1),
  );
  let refused = 0;
  const times = await timesOf([...TERMS, ...words], async (term) => {
    if (!(await ask(server, { q: JSON.stringify(term), level, limit: 10 }))) refused++;
  });
  return { ...summary(times), refused };
}

/** @returns false if it was refused as too broad. @throws if it failed otherwise */
async function ask(server: RunningServer, body: object): Promise<boolean> {
  const answer = await server.ask('/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200 && answer.status !== 422)
    throw new Error(`${answer.status}: ${text.slice(0, 500)}`);
  return answer.status === 200;
}
