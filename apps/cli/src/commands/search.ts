import { Command, InvalidArgumentError } from 'commander';
import { domainItem } from '@sitegrep/api/domain-item';
import { deriveTokenKey, parseQuery, type Query } from '@sitegrep/search';
import type { DomainHit, DomainIndex, SearchPage } from '@sitegrep/storage';
import { CommandFailed, EXIT } from '../failure.ts';
import { openExistingStorage, readConfig } from '../instance.ts';
import { renderTable } from '../table.ts';
import { formatCount, paint } from '../terminal.ts';

interface Options {
  readonly limit: number;
  readonly offset: number;
  readonly order: readonly string[];
  readonly json: boolean;
  readonly all: boolean;
}

const ALL_PAGE = 10_000;

export function searchCommand(): Command {
  return new Command('search')
    .description('Find the domains whose source holds every term')
    .argument('<term...>', 'substrings of the source, case ignored; quote what the shell would take apart')
    .option('-n, --limit <number>', 'domains to show', integer, 10)
    .option('--offset <number>', 'domains to skip', integer, 0)
    .option('--order <rule>', 'field,asc or field,desc; repeatable (default: domain_rank,desc)', collect, [])
    .option('--all', 'every domain that matches, whatever the limit', false)
    .option('--json', 'one JSON object a domain and line, instead of a table', false)
    .action(async (terms: string[], options: Options) => {
      process.exitCode = await search(terms, options);
    });
}

async function search(terms: readonly string[], options: Options): Promise<number> {
  const config = readConfig();
  await using closers = new AsyncDisposableStack();
  const storage = await openExistingStorage(config, closers);
  const query = read(terms, options);
  let shown = 0;
  let total = 0;
  for await (const page of pages(storage.domains, query, options.all)) {
    total = page.total;
    shown += page.hits.length;
    if (options.json) printJson(page.hits);
    else if (page.hits.length > 0) process.stdout.write(`${tableOf(page.hits)}\n`);
  }
  if (!options.json) {
    const more = total > shown ? paint('dim', `, ${formatCount(shown)} shown (--limit, --all)`) : '';
    process.stdout.write(`${formatCount(total)} ${total === 1 ? 'domain' : 'domains'}${more}\n`);
  }
  return total > 0 ? EXIT.done : EXIT.negative;
}

function read(terms: readonly string[], options: Options): Query {
  const parsed = parseQuery(
    {
      search_terms: terms,
      order_by: options.order,
      limit: options.all ? ALL_PAGE : options.limit,
      offset: options.all ? 0 : options.offset,
    },
    // No token comes in here, so any key will do.
    deriveTokenKey(new Uint8Array(32)),
  );
  if (!parsed.ok) {
    const { field, problem, remedy } = parsed.error;
    throw new CommandFailed(`${field} ${problem}: ${remedy}.`);
  }
  return parsed.value;
}

async function* pages(index: DomainIndex, query: Query, all: boolean): AsyncGenerator<SearchPage> {
  let from = query.from;
  for (;;) {
    const page = await index.search({ ...query, from });
    yield page;
    if (!all || page.next === null) return;
    from = { kind: 'after', cursor: page.next };
  }
}

function tableOf(hits: readonly DomainHit[]): string {
  return renderTable(
    [
      { title: 'DOMAIN', maxWidth: 40 },
      { title: 'RANK', align: 'right' },
      { title: 'TITLE', maxWidth: 50 },
      { title: 'TECHNOLOGIES', maxWidth: 60 },
    ],
    hits.map(({ domain, rank, facts }) => [
      domain,
      String(rank),
      facts.title ?? '',
      technologiesOf(facts).join(', '),
    ]),
  );
}

function technologiesOf(facts: DomainHit['facts']): string[] {
  const names = Object.values(facts.technologies).flatMap((group) => Object.values(group).flat());
  return [...new Set(names)].sort();
}

function printJson(hits: readonly DomainHit[]): void {
  for (const hit of hits) process.stdout.write(`${JSON.stringify(domainItem(hit))}\n`);
}

function integer(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
