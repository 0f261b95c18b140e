// Fingerprints that somebody tries on the stored pages of a domain, within time, memory and a size of the answer.
import { openTechnologyTrial, type TechnologyTrial, TrialEnded } from '@sitegrep/analysis/trial';
import type { TechnologyTrial as Tried, TriedTechnology } from '@sitegrep/contract';
import { TRIAL_BOUNDS } from '@sitegrep/contract';
import { homeFirst } from '@sitegrep/site';
import type { DomainIndex, PageTechnologies } from '@sitegrep/storage';
import { loadFingerprints } from '@sitegrep/technologies/data';
import { badRequest } from './failure.ts';
import { sourceBatches } from './source-batches.ts';

/** Maximum size of what pages show, in characters of JSON: a page more may follow. */
const MAX_SHOWN = 4 << 20;

interface TrialOn {
  readonly domains: Pick<DomainIndex, 'records'>;
  readonly fingerprints: Readonly<Record<string, unknown>>;
  readonly domain: string;
  readonly pages: readonly PageTechnologies[];
  /** Ends the trial: nobody waits for it any more. */
  readonly signal: AbortSignal;
  /** Time after which no further page is looked at, and after which the thread is ended, in milliseconds. */
  readonly softMs: number;
  readonly hardMs: number;
}

/** @throws Failure bad_request if the fingerprints take too much memory or time before any page was looked at */
export async function triedOn(trial: TrialOn): Promise<Tried> {
  const { fingerprints, domain, signal, hardMs } = trial;
  const limit = AbortSignal.timeout(hardMs);
  const file = { file: 'fingerprints', entries: fingerprints };
  const task = {
    fingerprints: loadFingerprints(),
    files: { technologies: [file], categories: [], problems: [] },
  };
  try {
    await using opened = await openTechnologyTrial(task, AbortSignal.any([signal, limit]));
    const { technologies, problems, replaced } = opened.taken;
    const shown = technologies.length === 0 ? NOTHING_SHOWN : await shownPages(opened, trial, limit);
    return {
      domain,
      technologies,
      problems: problems.map(({ technology, key, reason }) => ({ technology, key, reason })),
      replaced,
      total_pages: trial.pages.length,
      ...shown,
    };
  } catch (error) {
    if (error instanceof TrialEnded)
      throw badRequest({ field: 'fingerprints', problem: error.message, remedy: 'give fewer of them' });
    if (!limit.aborted || signal.aborted) throw error;
    throw badRequest({
      field: 'fingerprints',
      problem: `were not compiled within ${hardMs / 1_000} s`,
      remedy: 'give fewer of them',
    });
  }
}

type Shown = Pick<Tried, 'notes' | 'pages'>;

const NOTHING_SHOWN: Shown = { pages: [], notes: [] };

async function shownPages(
  opened: TechnologyTrial,
  { domains, domain, pages, signal, softMs }: TrialOn,
  limit: AbortSignal,
): Promise<Shown> {
  const endsAt = performance.now() + softMs;
  const shown: Tried['pages'][number][] = [];
  const notes: string[] = [];
  const end = (why: string): Shown => {
    const left = pages.length - shown.length;
    return { pages: shown, notes: left === 0 ? notes : [...notes, `${pagesOf(left)} not looked at${why}.`] };
  };
  let size = 0;
  const some = homeFirst(domain, pages).slice(0, TRIAL_BOUNDS.pages);
  for (const batch of sourceBatches(some, ({ sourceBytes }) => sourceBytes)) {
    const urls = batch.map(({ url }) => url);
    const stored = new Map((await domains.records(domain, urls))?.pages.map((page) => [page.url, page]));
    for (const { url } of batch) {
      if (performance.now() > endsAt) return end(': there was no time');
      if (size > MAX_SHOWN) return end(`: the answer has more than ${MAX_SHOWN >> 20} MiB already`);
      const page = stored.get(url);
      // It was removed meanwhile.
      if (page === undefined) continue;
      try {
        const { technologies, isCut } = await opened.on(page);
        if (isCut) notes.push(`${url} was given up before its end, so there may be more matches.`);
        const one = { url, technologies: technologies.map(triedItem) };
        size += JSON.stringify(one).length;
        shown.push(one);
      } catch (error) {
        if (signal.aborted) throw error;
        if (error instanceof TrialEnded) notes.push(`On ${url} the fingerprints ${error.message}.`);
        else if (limit.aborted) notes.push(`${url} took too long.`);
        else throw error;
        return end('');
      }
    }
  }
  return end(`: at most ${TRIAL_BOUNDS.pages} are`);
}

type TriedOnPage = Awaited<ReturnType<TechnologyTrial['on']>>['technologies'][number];

function triedItem({ name, found, evidence, missing, requires }: TriedOnPage): TriedTechnology {
  return {
    name,
    found: found === null ? null : { confidence: found.confidence, version: found.version },
    evidence: evidence.map(({ versionSource = null, ...one }) => ({ ...one, version_source: versionSource })),
    missing,
    requires,
  };
}

function pagesOf(count: number): string {
  return count === 1 ? '1 page was' : `${count} pages were`;
}
