import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@sitegrep/config';
import { foldSite, type Label, labelsOf, type PageRecord, type Source } from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';
import { expect, onTestFinished, test } from 'vitest';
import { openAnalysis } from '../../../apps/cli/src/instance.ts';
import { oneSiteForYears, thousandSites } from './capture-years.ts';
import { madeYear, VISIT_ORDERS, type YearOptions } from './made-year.ts';
import { type ChangeRates, REAL_RATES } from './rates.ts';
import { smallSites } from './small-sites.ts';
import { labelsOfPages, type MadeVisit, type VisitTruth } from './visits.ts';
import { writeVisitWarc } from './visit-warcs.ts';

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;

/** So much happens in a year that a few sites see all of it. */
const RESTLESS: ChangeRates = {
  ...REAL_RATES,
  lostAYear: { tech: 4, tech_version: 6, generator: 3, email: 3, host: 4, title: 3 },
  noisyPages: 0.5,
  outages: 0.1,
  smallerVisits: 0.3,
  goneAYear: 0.7,
  movedAYear: 0.5,
  alternatingSites: 0.3,
};

function options(change: Partial<YearOptions> = {}): YearOptions {
  return {
    sites: smallSites(12, 'a'),
    seed: 'one',
    visits: 26,
    everyMs: WEEK_MS,
    from: Date.UTC(2025, 0, 6),
    rates: RESTLESS,
    ...change,
  };
}

/** A visit in a line: whose, when, and a hash of its bytes. */
function lineOf({ sources, ...truth }: MadeVisit): string {
  const hash = createHash('sha256');
  for (const { body } of sources) hash.update(body);
  return `${JSON.stringify(truth)} ${hash.digest('hex')}`;
}

const linesOf = (year: YearOptions, order: (typeof VISIT_ORDERS)[number] = 'time'): readonly string[] =>
  Array.from(madeYear(year).visits(order), lineOf);

test('a year follows from its seed, and every order has the same visits', () => {
  const lines = linesOf(options());
  expect(linesOf(options())).toEqual(lines);
  expect(linesOf(options({ seed: 'two' }))).not.toEqual(lines);
  for (const order of VISIT_ORDERS) expect(linesOf(options(), order).toSorted()).toEqual(lines.toSorted());
  expect(linesOf(options(), 'reversed')).toEqual(lines.toReversed());
  expect(linesOf(options(), 'shuffled')).not.toEqual(lines);
});

test('visits come by time, and those of a site by time and together', () => {
  const year = madeYear(options());
  const times = Array.from(year.truths('time'), ({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const bySite = [...year.truths('by site')];
  const domains = bySite.map(({ domain }) => domain);
  expect(domains.filter((domain, at) => domain !== domains[at - 1])).toEqual([...new Set(domains)]);
  for (const own of Map.groupBy(bySite, ({ domain }) => domain).values())
    expect(own.map(({ at }) => at)).toEqual(own.map(({ at }) => at).toSorted((a, b) => a - b));
});

test('everything that is to happen happens', () => {
  const truths = [...madeYear(options({ sites: smallSites(40, 'b') })).truths('by site')];
  const outcomes = new Set(truths.map(({ outcome }) => outcome));
  expect(outcomes).toEqual(new Set(['pages', 'outage', 'gone', 'moved']));
  expect(truths.some(({ fetched, pages }) => fetched > 0 && fetched < pages.length)).toBe(true);
  const isBack = (truth: VisitTruth, at: number): boolean =>
    truth.outcome === 'pages' &&
    truths[at - 1]?.outcome === 'gone' &&
    truths[at - 1]?.domain === truth.domain;
  expect(truths.some(isBack)).toBe(true);
  const variants = truths
    .filter(({ outcome }) => outcome === 'pages')
    .map(({ domain, number, pages }) => ({
      domain,
      isEven: number % 2 === 0,
      variant: pages[0]?.labels.find(([, value]) => value.includes('variant-'))?.[1] ?? null,
    }))
    .filter(({ variant }) => variant !== null);
  expect(variants.length).toBeGreaterThan(0);
  for (const { isEven, variant } of variants)
    expect(variant).toBe(`example.made-hosts.variant-${isEven ? 'a' : 'b'}\0st`);
});

test('analysis finds the labels and titles that are true, and no other that the year puts in', async () => {
  await using closers = new AsyncDisposableStack();
  const analysis = openAnalysis(loadConfig({}), closers);
  const year = madeYear(options({ visits: 9, everyMs: 3 * WEEK_MS }));
  let [seen, withTitle] = [0, 0];
  for (const visit of year.visits('shuffled')) {
    if (visit.sources.length === 0) continue;
    const records: PageRecord<Source>[] = [];
    for (const { url, headers, body } of visit.sources) {
      const page = { url, status: 200, headers, body, truncated: false, fetchedAt: visit.at };
      const result = await analysis.analyze(page, { links: false });
      if (result.kind !== 'page') throw new Error(result.reason);
      expect(result.partial).toBeNull();
      records.push(result.record);
    }
    const { domain } = visit;
    const { facts } = foldSite(domain, records, { maxSiteBytes: 2 ** 24 });
    const labels = labelsOf({ domain, facts, pages: records });
    const fetched = visit.pages.slice(0, visit.fetched);
    const found = year
      .controlled(domain)
      .filter(([kind, value]) => labels[kind].includes(value))
      .map(String);
    expect(found.toSorted()).toEqual(labelsOfPages(fetched).map(String).toSorted());
    const title = fetched[0]?.title ?? `Page 0 of ${domain.replace('moved-', '')}`;
    expect(facts.title).toBe(title);
    seen += found.length;
    if (fetched[0]?.title !== null) withTitle += 1;
  }
  expect(seen).toBeGreaterThan(500);
  expect(withTitle).toBeGreaterThan(5);
});

test('what holds ends at the rates that are given', () => {
  const everyMs = 365.25 * DAY_MS;
  const rates = { ...REAL_RATES, outages: 0, goneAYear: 0, movedAYear: 0, alternatingSites: 0 };
  const year = madeYear(options({ sites: smallSites(600, 'c', 1), visits: 2, everyMs, rates }));
  const kept = new Map<Label, [kept: number, all: number]>();
  for (const [first, second] of Map.groupBy(year.truths('by site'), ({ domain }) => domain).values()) {
    const later = new Set(second?.pages[0]?.labels.map(String));
    const years = ((second?.at ?? 0) - (first?.at ?? 0)) / everyMs;
    expect(Math.abs(years - 1)).toBeLessThan(0.26);
    for (const label of first?.pages[0]?.labels ?? []) {
      const counts = kept.get(label[0]) ?? [0, 0];
      kept.set(label[0], [counts[0] + (later.has(String(label)) ? 1 : 0), counts[1] + 1]);
    }
  }
  const shareOf = (kind: Label): number => {
    const [held, all] = kept.get(kind) ?? [0, 0];
    return held / all;
  };
  const { tech, host, tech_version: versions, email } = REAL_RATES.lostAYear;
  expect(shareOf('email')).toBeCloseTo(Math.exp(-email), 1);
  // Hosts of scripts of technologies are among them; a technology on a site is a script or a platform.
  expect(shareOf('host')).toBeGreaterThan(Math.exp(-host) - 0.05);
  expect(shareOf('host')).toBeLessThan(Math.exp(-tech) + 0.05);
  expect(shareOf('tech')).toBeCloseTo(Math.exp(-tech), 1);
  expect(shareOf('tech_version')).toBeCloseTo(Math.exp(-versions - tech), 1);
});

test('a WARC file has the pages of the visits in their order', async () => {
  const year = madeYear(options({ sites: smallSites(4, 'd') }));
  const folder = await mkdtemp(join(tmpdir(), 'made-year-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'visits.warc.gz');
  const pages = await writeVisitWarc(path, year.visits('reversed'));
  const expected = Array.from(year.visits('reversed')).flatMap(({ at, sources }) =>
    sources.map(({ url, body }) => ({ url, at, text: Buffer.from(body).toString() })),
  );
  expect(pages).toBe(expected.length);
  const read: typeof expected = [];
  for await (const { url, fetchedAt, body } of readWarc(path))
    read.push({ url, at: fetchedAt, text: Buffer.from(body).toString() });
  expect(read).toEqual(expected);
});

test('captures of one site over years, and of a thousand sites, are in files in any order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'made-year-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const one = oneSiteForYears('e');
  const sizes = new Set<number>();
  for (const order of VISIT_ORDERS)
    sizes.add(await writeVisitWarc(join(folder, `${order}.warc.gz`), one.visits(order)));
  expect(sizes.size).toBe(1);
  const [first, ...others] = one.truths('time');
  expect((others.at(-1)?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(154 * WEEK_MS);
  expect(others.filter(({ domain }) => domain === first?.domain)).toHaveLength(155);

  const many = thousandSites('f');
  const sample = new Set(many.domains.slice(500, 520));
  const path = join(folder, 'many.warc.gz');
  const isSampled = ({ domain }: { readonly domain: string }): boolean => sample.has(domain);
  const pages = await writeVisitWarc(path, many.visits('shuffled', isSampled));
  expect(await Array.fromAsync(readWarc(path))).toHaveLength(pages);
  const visits = Map.groupBy(many.truths('shuffled'), ({ domain }) => domain);
  const kept = smallSites(1_000, 'f').map(({ domain }) => visits.get(domain)?.length);
  expect(new Set(kept)).toEqual(new Set([10]));
});
