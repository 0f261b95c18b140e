import { Command, InvalidArgumentError } from 'commander';
import { extractPage } from '@sitegrep/facts';
import type { Page } from '@sitegrep/site';
import {
  createDetector,
  DEFAULT_BUDGET_MS,
  loadFingerprints,
  openBudget,
  type ExplainedTechnology,
} from '@sitegrep/technologies';
import { readInput, type DetectionInput } from '../detection-input.ts';
import { openPageSource } from '../detection-pages.ts';
import { explainedTechnologies, technologyTable } from '../detection-report.ts';
import { useOwnTechnologies } from '../fingerprints/for-command.ts';
import { CommandFailed, EXIT, reportFailure } from '../failure.ts';
import { readConfig } from '../read-config.ts';
import { jsonLine } from '@sitegrep/contract';
import { formatBytes, paint, printable } from '../terminal.ts';

interface Options {
  readonly url?: string;
  readonly header?: Page['headers'];
  readonly category?: readonly string[];
  readonly limit?: number;
  readonly brief: boolean;
  readonly json: boolean;
}

const HELP = `
An argument that names an existing file is read. Any other is fetched as a crawl fetches a start page: with the same settings, and obeying robots.txt. A host is fetched over https, or over http if that fails; HOST:PORT over http.
Some technologies show only in the URL or the headers of a page; give those of a file with --url and --header.
Nothing is stored.
The evidence for each technology is the part of the page, the "matched text", the /pattern/ that matched it (case is ignored) and the version found. A percentage below 100% is a hint, not a certainty.`;

/** Width of the output, in columns, when the terminal's is unknown. */
const USUAL_WIDTH = 100;

export function detectCommand(): Command {
  return new Command('detect')
    .argument(
      '<page...>',
      'URLs, hosts, HTML files, WARC, ARC or WACZ files; - reads HTML from standard input',
    )
    .option('--url <address>', 'URL of the HTML file', address)
    .option(
      '--header <field>',
      "header that the HTML file was served with, as 'Name: value'; repeatable",
      header,
    )
    .option('--category <path>', 'show only this category, as group.category or group; repeatable', category)
    .option('--limit <number>', 'maximum pages per WARC file (default: all)', count)
    .option('--brief', 'leave out the evidence', false)
    .option('--json', 'print each page as one line of JSON', false)
    .addHelpText('after', HELP)
    .action(async (names: string[], options: Options) => {
      process.exitCode = await detect(names, options);
    });
}

async function detect(names: readonly string[], options: Options): Promise<number> {
  const inputs = names.map(readInput);
  checkOptions(inputs, options);
  const config = readConfig();
  await using closers = new AsyncDisposableStack();
  const pagesOf = openPageSource(config, closers, {
    url: options.url ?? null,
    headers: options.header ?? [],
    limit: options.limit ?? Infinity,
  });
  await useOwnTechnologies(config);
  const detector = createDetector(loadFingerprints());
  let pagesShown = 0;
  let isAnyFound = false;
  let isAnyFailed = false;
  for (const input of inputs) {
    try {
      for await (const { page, url } of pagesOf(input)) {
        const { signals, truncated } = extractPage(page, { maxSourceBytes: config.maxPageBytes });
        const budget = openBudget(DEFAULT_BUDGET_MS);
        const all = detector.explain(signals, budget);
        const technologies = all.filter((technology) => isWanted(technology, options.category ?? null));
        isAnyFound ||= technologies.length > 0;
        const complete = !budget.isSpent();
        const report: PageReport = { input, url, page, truncated, complete, all, technologies };
        if (!options.json && pagesShown > 0) process.stdout.write('\n');
        process.stdout.write(options.json ? jsonOf(report, options) : textOf(report, options));
        pagesShown++;
      }
    } catch (error) {
      // A page that could not be read does not keep the others from being examined.
      reportFailure(error);
      isAnyFailed = true;
    }
  }
  if (isAnyFailed) return EXIT.failed;
  return isAnyFound ? EXIT.done : EXIT.negative;
}

function checkOptions(inputs: readonly DetectionInput[], { url, header, limit }: Options): void {
  const isOneFile = inputs.length === 1 && inputs[0]?.kind === 'file';
  if ((url !== undefined || header !== undefined) && !isOneFile)
    throw new CommandFailed('--url and --header describe one HTML file: give a single file, or -.');
  if (limit !== undefined && !inputs.some(({ kind }) => kind === 'warc'))
    throw new CommandFailed('--limit counts pages of WARC files: give a WARC file, or leave it out.');
}

function isWanted({ paths }: ExplainedTechnology, wanted: readonly string[] | null): boolean {
  return wanted === null || wanted.some((own) => paths.some((path) => `${path}.`.startsWith(`${own}.`)));
}

interface PageReport {
  readonly input: DetectionInput;
  /** URL of the page; null if unknown. */
  readonly url: string | null;
  readonly page: Page;
  readonly truncated: boolean;
  /** False if detection ran out of time: there may be more technologies. */
  readonly complete: boolean;
  readonly all: readonly ExplainedTechnology[];
  /** Technologies of the requested categories. */
  readonly technologies: readonly ExplainedTechnology[];
}

function jsonOf({ input, url, truncated, complete, technologies }: PageReport, { brief }: Options): string {
  const shown = brief
    ? technologies.map(({ name, version, confidence, paths }) => ({ name, version, confidence, paths }))
    : technologies;
  return jsonLine({
    input: input.kind === 'file' ? (input.path ?? '-') : input.name,
    url,
    truncated,
    complete,
    technologies: shown,
  });
}

function textOf(
  { input, url, page, truncated, complete, all, technologies }: PageReport,
  options: Options,
): string {
  const name =
    input.kind === 'file' ? [input.name, ...(url === null ? [] : [`as ${url}`])].join(' ') : (url ?? '');
  const notes = [
    ...(truncated ? [`truncated: only the first ${formatBytes(page.body.length)} were examined`] : []),
    ...(complete ? [] : [`stopped after ${DEFAULT_BUDGET_MS / 1000} s: there may be more`]),
  ].map((note) => ` (${note})`);
  const heading = `${paint('bold', printable(name))}${notes.join('')}`;
  return `${heading}\n${bodyOf(all, technologies, options)}\n`;
}

function bodyOf(
  all: readonly ExplainedTechnology[],
  technologies: readonly ExplainedTechnology[],
  { category = [], brief }: Options,
): string {
  if (all.length === 0) return '  no technology found';
  if (technologies.length === 0) {
    const others = [...new Set(all.flatMap(({ paths }) => paths))].sort();
    return `  nothing in ${category.join(', ')}; the technologies found are in ${others.join(', ')}`;
  }
  return brief ? technologyTable(technologies) : explainedTechnologies(technologies, terminalWidth());
}

function terminalWidth(): number {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? columns : USUAL_WIDTH;
}

function address(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new InvalidArgumentError('Give a complete URL, such as https://example.com/.');
  url.hash = '';
  return url.href;
}

/** Reads a header field. Its name is a token, its value has no control characters but tabs (RFC 9110, 5.1 and 5.5). */
function header(text: string, previous: Page['headers'] = []): Page['headers'] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9a-z-]+):(.*)$/is.exec(text) ?? [];
  if (name === undefined || value === undefined || /(?!\t)\p{Cc}/u.test(value))
    throw new InvalidArgumentError("Give 'Name: value', such as 'Server: nginx'.");
  return [...previous, [name.toLowerCase(), value.trim()]];
}

function category(text: string, previous: readonly string[] = []): readonly string[] {
  if (!/^[a-z0-9_]+(?:\.[a-z0-9_]+)?$/.test(text))
    throw new InvalidArgumentError(
      'Give a category as the output shows it, such as content.cms, or its group, such as content.',
    );
  return [...previous, text];
}

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number, 1 or more.');
  return Number(text);
}
