// Tries technologies of one's own on a page, a file, or all stored pages of a domain.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '@sitegrep/config';
import { extractPage, extractStored } from '@sitegrep/facts';
import type { TechnologySignals } from '@sitegrep/site';
import { createDetector, DEFAULT_BUDGET_MS, openBudget } from '@sitegrep/technologies';
import { loadFingerprints } from '@sitegrep/technologies/data';
import { openTrial, problemLine, type SetProblem } from '@sitegrep/technologies/own';
import type { QueriedPage } from '@sitegrep/technologies/queries';
import type { TriedTechnology } from '@sitegrep/contract';
import { connect, serverNamed } from '../connection.ts';
import { type DetectionInput, readInput } from '../detection-input.ts';
import { openPageSource } from '../detection-pages.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { openExistingStorage } from '../instance.ts';
import { type Closers, readConfig } from '../read-config.ts';
import { counted, paint, printable } from '../terminal.ts';
import { MAX_TRIED_PAGES, type TrialOptions } from './trial-options.ts';
import { filesAt } from './check.ts';

/** A page on which technologies are tried. */
interface TriedPage {
  readonly url: string;
  readonly signals: readonly TechnologySignals[];
  /** The page as queries look at it, with the technologies that it has besides. */
  readonly page: QueriedPage;
}

export async function tryOn(file: string, options: TrialOptions): Promise<number> {
  const { on, json } = options;
  await using closers = new AsyncDisposableStack();
  const config = readConfig();
  const isElsewhere = serverNamed(options, config) !== null;
  if (isElsewhere && readInput(on).kind !== 'site')
    throw new CommandFailed(
      `a server has stored domains, not ${printable(on)}: leave --url and --profile out.`,
    );
  const tried = isElsewhere
    ? triedThere(file, options, closers)
    : triedHere(file, pagesOf(readInput(on), config, closers));
  let pages = 0;
  const shown = new Set<string>();
  let step = await tried.next();
  for (; step.done !== true; step = await tried.next()) {
    const { url, technologies } = step.value;
    pages++;
    for (const { name, found } of technologies) if (found !== null) shown.add(name);
    process.stdout.write(json ? `${JSON.stringify(step.value)}\n` : textOf(url, technologies));
  }
  process.stderr.write(
    `${shown.size} of ${counted(step.value, 'technology', 'technologies')} shown by ${counted(pages, 'page')}\n`,
  );
  return shown.size > 0 ? EXIT.done : EXIT.negative;
}

/** Technologies of a file on each page; gives their number. */
type Tried = AsyncGenerator<
  { readonly url: string; readonly technologies: readonly TriedTechnology[] },
  number
>;

function tell(problems: readonly SetProblem[]): void {
  for (const problem of problems) process.stderr.write(`${printable(problemLine(problem))}\n`);
}

/** Tries them on pages that a server has stored. */
async function* triedThere(file: string, options: TrialOptions, closers: Closers): Tried {
  const { client } = await connect(options, { need: 'read' }, closers);
  const { technologies, problems } = filesAt(file);
  tell(problems);
  const written = new Map<string, readonly [file: string, fingerprint: unknown]>();
  for (const { file: one, entries } of technologies)
    for (const [name, fingerprint] of Object.entries(entries)) {
      const [other] = written.get(name) ?? [];
      if (other === undefined) written.set(name, [one, fingerprint]);
      else tell([{ file: one, technology: name, key: null, reason: `is left out: ${other} has it already` }]);
    }
  const fingerprints = Object.fromEntries([...written].map(([name, [, fingerprint]]) => [name, fingerprint]));
  const trial = await client.technologies.test({ fingerprints, on: options.on });
  const fileOf = (name: string | null): string => written.get(name ?? '')?.[0] ?? basename(file);
  tell(trial.problems.map((problem) => ({ file: fileOf(problem.technology), ...problem })));
  yield* trial.pages;
  for (const note of trial.notes) process.stderr.write(`${printable(note)}\n`);
  return trial.technologies.length;
}

/** Tries them in this process. */
async function* triedHere(file: string, pages: AsyncIterable<TriedPage>): Tried {
  const trial = openTrial(loadFingerprints(), filesAt(file));
  tell(trial.own.problems);
  for await (const { url, signals, page } of pages) {
    const budget = openBudget(DEFAULT_BUDGET_MS);
    const technologies = trial.on(signals, page, budget).map(({ evidence, ...others }) => ({
      ...others,
      evidence: evidence.map(({ versionSource = null, ...one }) => ({
        ...one,
        version_source: versionSource,
      })),
    }));
    yield { url, technologies };
    if (budget.isSpent())
      process.stderr.write(
        `${printable(url)}: stopped after ${DEFAULT_BUDGET_MS / 1000} s: there may be more\n`,
      );
  }
  return trial.names.length;
}

async function* pagesOf(input: DetectionInput, config: Config, closers: Closers): AsyncGenerator<TriedPage> {
  if (input.kind === 'site') {
    const stored = await storedPages(input.domain, input.urls, config, closers);
    if (stored.length > 0) return yield* stored;
  }
  const detector = createDetector(loadFingerprints());
  const source = openPageSource(config, closers, { url: null, headers: [], limit: Infinity });
  for await (const { page, url } of source(input)) {
    const {
      signals,
      source: text,
      charset,
      answers,
      facts,
    } = extractPage(page, {
      maxSourceBytes: config.maxPageBytes,
    });
    const detected = detector.record(signals, openBudget(DEFAULT_BUDGET_MS));
    yield {
      url: url ?? input.name,
      signals: [signals],
      page: {
        url: page.url,
        source: text,
        charset,
        facts: { ...facts, ...detected, version: '' },
        ...(answers === null ? {} : { answers }),
      },
    };
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
  const some = outline?.pages.slice(0, MAX_TRIED_PAGES).map(({ url }) => url) ?? [];
  const stored = some.length === 0 ? null : await domains.records(domain, some);
  return (stored?.pages ?? []).map((page): TriedPage => {
    const { body, rendered } = extractStored(page, {});
    const signals = [body, ...(rendered === null ? [] : [rendered])].map((one) => one.signals);
    return { url: page.url, signals, page };
  });
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
