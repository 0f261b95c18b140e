// `sitegrep technologies test`: tries technologies of one's own on a page, a file, or all stored pages of a domain.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@sitegrep/config';
import { extractPage, extractStored } from '@sitegrep/facts';
import type { DetectedTechnology, TechnologySignals } from '@sitegrep/site';
import { createDetector, DEFAULT_BUDGET_MS, openBudget } from '@sitegrep/technologies';
import { loadFingerprints } from '@sitegrep/technologies/data';
import { openTrial, problemLine, type TriedTechnology } from '@sitegrep/technologies/own';
import { Command } from 'commander';
import { type DetectionInput, readInput } from '../detection-input.ts';
import { openPageSource } from '../detection-pages.ts';
import { EXIT } from '../failure.ts';
import { type Closers, openExistingStorage, readConfig } from '../instance.ts';
import { counted, paint, printable } from '../terminal.ts';
import { filesAt } from './technology-sets.ts';

interface Options {
  readonly on: string;
  readonly json: boolean;
}

/** Maximum stored pages of a domain that are looked at. */
const MAX_PAGES = 100;

export function trialCommand(): Command {
  return new Command('test')
    .description('Try technologies of your own: which of them a page shows, by what, and what it lacks')
    .argument('<file>', 'file or folder of technologies')
    .requiredOption('--on <page>', 'a domain or URL, an HTML file or a WARC file')
    .option('--json', 'print each page as one line of JSON', false)
    .addHelpText(
      'after',
      `\nOf a domain that is stored, its stored pages are looked at, ${MAX_PAGES} at most; of another one, its home page is fetched.`,
    )
    .action(async (file: string, options: Options) => {
      process.exitCode = await tryOn(file, options);
    });
}

/** A page on which technologies are tried. */
interface TriedPage {
  readonly url: string;
  readonly signals: readonly TechnologySignals[];
  /** Technologies that it has besides. */
  readonly known: readonly DetectedTechnology[];
}

async function tryOn(file: string, { on, json }: Options): Promise<number> {
  const trial = openTrial(loadFingerprints(), filesAt(file));
  for (const problem of trial.own.problems) process.stderr.write(`${printable(problemLine(problem))}\n`);
  await using closers = new AsyncDisposableStack();
  let pages = 0;
  const shown = new Set<string>();
  for await (const { url, signals, known } of pagesOf(readInput(on), readConfig(), closers)) {
    pages++;
    const budget = openBudget(DEFAULT_BUDGET_MS);
    const tried = united(signals.map((each) => trial.on(each, known, budget)));
    for (const { name, found } of tried) if (found !== null) shown.add(name);
    process.stdout.write(json ? `${JSON.stringify({ url, technologies: tried })}\n` : textOf(url, tried));
    if (budget.isSpent())
      process.stderr.write(
        `${printable(url)}: stopped after ${DEFAULT_BUDGET_MS / 1000} s: there may be more\n`,
      );
  }
  const all = Object.keys(trial.own.technologies).length;
  process.stderr.write(
    `${shown.size} of ${counted(all, 'technology', 'technologies')} shown by ${counted(pages, 'page')}\n`,
  );
  return shown.size > 0 ? EXIT.done : EXIT.negative;
}

async function* pagesOf(input: DetectionInput, config: Config, closers: Closers): AsyncGenerator<TriedPage> {
  if (input.kind === 'site') {
    const stored = await storedPages(input.domain, input.urls, config, closers);
    if (stored.length > 0) return yield* stored;
  }
  const detector = createDetector(loadFingerprints());
  const source = openPageSource(config, closers, { url: null, headers: [], limit: Infinity });
  for await (const { page, url } of source(input)) {
    const { signals } = extractPage(page, { maxSourceBytes: config.maxPageBytes });
    const known = detector.detect(signals, openBudget(DEFAULT_BUDGET_MS));
    yield { url: url ?? input.name, signals: [signals], known };
  }
}

/** Stored pages of a domain, or those of URLs. */
async function storedPages(
  domain: string,
  urls: readonly string[],
  config: Config,
  closers: Closers,
): Promise<readonly TriedPage[]> {
  if (config.storage === 'sqlite' && !existsSync(join(config.dataDir, 'domains.sqlite'))) return [];
  const { domains } = await openExistingStorage(config, closers);
  const wanted = urls.length > 0 ? urls : undefined;
  const outline = await domains.outline(domain, wanted);
  const some = outline?.pages.slice(0, MAX_PAGES).map(({ url }) => url) ?? [];
  const stored = some.length === 0 ? null : await domains.records(domain, some);
  return (stored?.pages ?? []).map((page): TriedPage => {
    const { body, rendered } = extractStored(page, {});
    const signals = [body, ...(rendered === null ? [] : [rendered])].map((one) => one.signals);
    return { url: page.url, signals, known: page.facts.technologies };
  });
}

/** Technologies as the sources of a page show them together. */
function united(sources: readonly (readonly TriedTechnology[])[]): readonly TriedTechnology[] {
  const [first = [], ...others] = sources;
  return others.reduce(
    (one, other) =>
      one.map((technology, number) => {
        const second = other[number] ?? technology;
        const lacks = new Set(second.missing.map((part) => JSON.stringify(part)));
        return {
          ...technology,
          found: technology.found ?? second.found,
          evidence: [...technology.evidence, ...second.evidence],
          missing: technology.missing.filter((part) => lacks.has(JSON.stringify(part))),
          requires: technology.requires.length === 0 ? [] : second.requires,
        };
      }),
    first,
  );
}

function textOf(url: string, tried: readonly TriedTechnology[]): string {
  const lines = tried.flatMap(({ name, found, evidence, missing, requires }) => {
    const title = paint('bold', printable(name));
    const head =
      found === null
        ? `  ${title}: not shown`
        : `  ${title}${found.version === null ? '' : ` ${printable(found.version)}`}: shown, confidence ${found.confidence}`;
    return [
      head,
      ...(requires.length === 0
        ? []
        : [`    requires ${printable(requires.join(' or '))}, which the page does not have`]),
      ...evidence.map(
        ({ field, key, pattern, match, version, confidence }) =>
          `    + ${partText({ field, key, pattern })} matches ${JSON.stringify(printable(match))}` +
          `${version === null ? '' : `, version ${printable(version)}`}, confidence ${confidence}`,
      ),
      ...missing.map((part) => `    - ${partText(part)}`),
    ];
  });
  return `${printable(url)}\n${lines.join('\n')}\n`;
}

function partText({ field, key, pattern }: TriedTechnology['missing'][number]): string {
  return printable([field, ...(key === '' ? [] : [key]), pattern === '' ? '(any)' : pattern].join(': '));
}
