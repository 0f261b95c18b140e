import { Command, InvalidArgumentError } from 'commander';
import { extractPage } from '@sitegrep/extract';
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
import { CommandFailed, EXIT, reportFailure } from '../failure.ts';
import { readConfig } from '../instance.ts';
import { formatBytes, jsonLine, paint, printable } from '../terminal.ts';

interface Options {
  readonly url?: string;
  readonly header?: Page['headers'];
  readonly category?: readonly string[];
  readonly limit?: number;
  readonly brief: boolean;
  readonly json: boolean;
}

const HELP = `
An argument that is the name of a file is that file; anything else is fetched, as a crawl fetches its first page: with
the same settings, robots.txt obeyed. A host is asked over https, then http; HOST:PORT over http.
A file has no address and no headers unless --url and --header say so, and some technologies show nowhere else.
Nothing is stored.
Each technology is followed by what shows it: where, "what was matched" there, the /pattern/ (case ignored) that matched
it, and the version it tells. One below 100% is a hint only.`;

/** A terminal whose width is not known is taken to be this wide. */
const USUAL_WIDTH = 100;

export function detectCommand(): Command {
  return new Command('detect')
    .description('Tell the technologies of pages, with the evidence for each')
    .argument(
      '<page...>',
      'addresses, hosts, HTML files, .warc or .warc.gz files; - reads HTML from standard input',
    )
    .option('--url <address>', 'where an HTML file comes from', address)
    .option('--header <field>', "'Name: value' of the answer an HTML file came in; repeatable", header)
    .option('--category <path>', 'only these: group.category or a group; repeatable', category)
    .option('--limit <number>', 'pages of each WARC file (default: all)', count)
    .option('--brief', 'without the evidence', false)
    .option('--json', 'one JSON object a page and line', false)
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
        const told: PageReport = { input, url, page, truncated, complete, all, technologies };
        if (!options.json && pagesShown > 0) process.stdout.write('\n');
        process.stdout.write(options.json ? jsonOf(told, options) : textOf(told, options));
        pagesShown++;
      }
    } catch (error) {
      // One page that is not to be had is no reason to keep the others back.
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
    throw new CommandFailed('--url and --header are about one HTML file: give one, or -, and nothing else.');
  if (limit !== undefined && !inputs.some(({ kind }) => kind === 'warc'))
    throw new CommandFailed('--limit is about the pages of WARC files: none is given.');
}

function isWanted({ paths }: ExplainedTechnology, wanted: readonly string[] | null): boolean {
  return wanted === null || wanted.some((own) => paths.some((path) => `${path}.`.startsWith(`${own}.`)));
}

interface PageReport {
  readonly input: DetectionInput;
  /** null if nobody knows it. */
  readonly url: string | null;
  readonly page: Page;
  readonly truncated: boolean;
  /** False if detection was broken off: there may be more. */
  readonly complete: boolean;
  readonly all: readonly ExplainedTechnology[];
  /** Those of the wanted categories. */
  readonly technologies: readonly ExplainedTechnology[];
}

function jsonOf({ input, url, truncated, complete, technologies }: PageReport, { brief }: Options): string {
  const told = brief
    ? technologies.map(({ name, version, confidence, paths }) => ({ name, version, confidence, paths }))
    : technologies;
  return jsonLine({
    input: input.kind === 'file' ? (input.path ?? '-') : input.name,
    url,
    truncated,
    complete,
    technologies: told,
  });
}

function textOf(
  { input, url, page, truncated, complete, all, technologies }: PageReport,
  options: Options,
): string {
  const name =
    input.kind === 'file' ? [input.name, ...(url === null ? [] : [`as ${url}`])].join(' ') : (url ?? '');
  const notes = [
    ...(truncated ? [`not whole: only its first ${formatBytes(page.body.length)} were looked at`] : []),
    ...(complete ? [] : [`broken off after ${DEFAULT_BUDGET_MS / 1000} s: there may be more`]),
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
    return `  none of ${category.join(', ')}; those found are of ${others.join(', ')}`;
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
    throw new InvalidArgumentError('Give a whole address, such as https://example.com/.');
  url.hash = '';
  return url.href;
}

/** A field name is a token, and a value has no control characters but tabs (RFC 9110, 5.1 and 5.5). */
function header(text: string, previous: Page['headers'] = []): Page['headers'] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9a-z-]+):(.*)$/is.exec(text) ?? [];
  if (name === undefined || value === undefined || /(?!\t)\p{Cc}/u.test(value))
    throw new InvalidArgumentError("Give 'Name: value', such as 'Server: nginx'.");
  return [...previous, [name.toLowerCase(), value.trim()]];
}

function category(text: string, previous: readonly string[] = []): readonly string[] {
  if (!/^[a-z0-9_]+(?:\.[a-z0-9_]+)?$/.test(text))
    throw new InvalidArgumentError(
      'Give a path as the output has it, such as content.cms, or its group, content.',
    );
  return [...previous, text];
}

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Number(text);
}
