// Versions of pages after random visits and captures, compared with a model that keeps everything.
import type { PageRecord } from '@sitegrep/site';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { DomainIndex } from '../../src/domains.ts';
import { DOMAIN, HOUR, pageOf, putOf, START, URLS } from './versioned-pages.ts';

const WORDS: Readonly<Record<string, string>> = {
  A: 'Apples and pears of this year',
  B: 'The shop is closed since yesterday, please come again',
  C: 'Something else stands here, and it is longer than all others: nobody knows why that is so',
};

/** The source of a content, with a nonce that differs on every visit. */
function sourceOf(letter: string, nonce: number): string {
  const rest = Array.from({ length: 40 }, (_, line) => `<li>Line ${line} of the list</li>\n`).join('');
  return `<main><h1>${WORDS[letter]}</h1>\n<ul>${rest}</ul><script nonce="${nonceOf(nonce)}">start()</script></main>`;
}

const nonceOf = (nonce: number): string =>
  Buffer.from(`${nonce * 7_919_777}`.padStart(18, '40718')).toString('base64');

const withoutNonce = (source: string): string => source.replace(/nonce="[^"]*"/, '');

/** A time at which a content was seen. */
interface Sighting {
  readonly at: number;
  readonly letter: string;
  readonly source: string;
}

/** A page as the model knows it. */
interface Model {
  readonly sightings: Sighting[];
  readonly ends: number[];
  isStored: boolean;
}

interface Run {
  readonly firstSeen: number;
  readonly lastSeen: number | null;
  readonly goneAt: number | null;
  readonly letter: string;
}

/** The versions of a page by its sightings, the newest first. */
function runsOf({ sightings, ends, isStored }: Model): readonly Run[] {
  const groups: Sighting[][] = [];
  for (const sighting of sightings.toSorted((a, b) => a.at - b.at)) {
    const last = groups.at(-1)?.at(-1);
    const isBroken = last !== undefined && ends.some((end) => end > last.at && end <= sighting.at);
    if (last?.letter === sighting.letter && !isBroken) groups.at(-1)?.push(sighting);
    else groups.push([sighting]);
  }
  return groups
    .map((group, index): Run => {
      const last = group.at(-1)?.at ?? 0;
      const next = groups[index + 1]?.[0]?.at ?? Infinity;
      const isPresent = isStored && index === groups.length - 1;
      return {
        firstSeen: group[0]?.at ?? 0,
        lastSeen: isPresent ? null : last,
        goneAt: isPresent ? null : (ends.find((end) => end > last && end <= next) ?? null),
        letter: group[0]?.letter ?? '',
      };
    })
    .toReversed();
}

export interface Step {
  readonly what: 'crawl' | 'page' | 'captures' | 'delete';
  readonly letters: readonly (string | null)[];
  readonly captured: readonly { readonly url: number; readonly letter: string; readonly hour: number }[];
}

const letter = fc.constantFrom('A', 'A', 'B', 'C');
export const versionStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('crawl', 'crawl', 'page', 'captures', 'captures', 'crawl', 'page', 'delete'),
  letters: fc.array(fc.oneof({ weight: 5, arbitrary: letter }, { weight: 1, arbitrary: fc.constant(null) }), {
    minLength: 3,
    maxLength: 3,
  }),
  captured: fc.array(fc.record({ url: fc.nat(2), letter, hour: fc.integer({ min: -30, max: 200 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
});

/** Does steps with an index and a model, and compares them after each. */
export async function compareSteps(index: DomainIndex, steps: readonly Step[]): Promise<void> {
  let nonce = 1;
  let hour = 10;
  let models = new Map<string, Model>();
  const modelOf = (url: string): Model => {
    const model = models.get(url) ?? { sightings: [], ends: [], isStored: false };
    models.set(url, model);
    return model;
  };
  /** A capture has a time of its own, never a full hour. */
  let captures = 0;
  const see = (url: string, seen: string, at: number): PageRecord => {
    const source = sourceOf(seen, nonce++);
    modelOf(url).sightings.push({ at, letter: seen, source });
    return pageOf(url, source, at);
  };
  const end = (url: string, at: number): void => {
    const model = modelOf(url);
    if (model.isStored) model.ends.push(at);
    model.isStored = false;
  };
  await index.delete(DOMAIN);
  for (const { what, letters, captured } of steps) {
    hour += 7;
    const at = START + hour * HOUR;
    const stored = await index.outline(DOMAIN);
    if (what === 'delete') {
      await index.delete(DOMAIN);
      models = new Map();
    } else if (what === 'captures') {
      const past = captured.flatMap((one) => {
        const url = URLS[one.url] ?? URLS[0];
        const time = START + Math.min(one.hour, hour - 1) * HOUR + ++captures;
        const present = stored?.pages.find((page) => page.url === url);
        // Another one would come in the stead of the present page.
        return stored === null || (present !== undefined && present.fetchedAt <= time)
          ? []
          : [see(url, one.letter, time)];
      });
      if (stored !== null) {
        const [result] = await index.put([putOf([], at, { removed: [], ifRevision: stored.revision, past })]);
        if (result?.stored !== true) throw new Error('captures were refused');
      }
    } else {
      const isWhole = what === 'crawl' || stored === null;
      const found = URLS.flatMap((url, position) => {
        const seen = letters[position] ?? (position === 0 ? 'A' : null);
        return seen === null || (!isWhole && position !== 1) ? [] : [{ url, seen }];
      });
      const pages = found.map(({ url, seen }) => see(url, seen, at));
      if (isWhole) {
        for (const url of URLS) if (!found.some((one) => one.url === url)) end(url, at);
      }
      for (const { url } of found) modelOf(url).isStored = true;
      const part = isWhole ? { removed: 'others' as const } : { removed: [], ifRevision: stored.revision };
      await index.put([putOf(pages, at, part)]);
    }
    await compareAll(index, models);
  }
}

async function compareAll(index: DomainIndex, models: ReadonlyMap<string, Model>): Promise<void> {
  const latest = await index.latest(URLS.map((url) => ({ domain: DOMAIN, url })));
  for (const [position, url] of URLS.entries()) {
    const model = models.get(url) ?? { sightings: [], ends: [], isStored: false };
    expect(latest[position]?.earlierVersions).toBe(
      runsOf(model).filter(({ lastSeen }) => lastSeen !== null).length,
    );
    const list = await index.versions(DOMAIN, url);
    if (list === null) {
      expect(models.size).toBe(0);
      continue;
    }
    const expected = runsOf(model);
    expect(list.versions.map(({ firstSeen, lastSeen, goneAt }) => ({ firstSeen, lastSeen, goneAt }))).toEqual(
      expected.map(({ firstSeen, lastSeen, goneAt }) => ({ firstSeen, lastSeen, goneAt })),
    );
    const ids = list.versions.map(({ id }) => id);
    const sources = (await index.versionSources(DOMAIN, url, ids))?.sources ?? [];
    const texts = sources.map(({ utf8 }) => Buffer.from(utf8).toString());
    expect(texts.map(withoutNonce)).toEqual(expected.map((run) => withoutNonce(sourceOf(run.letter, 0))));
    if (model.isStored) {
      expect(texts[0]).toBe(model.sightings.toSorted((a, b) => b.at - a.at)[0]?.source);
    }
  }
}
