// What a lookup found: as texts for people, or every entry in its turn in a file.
import type { Writable } from 'node:stream';
import { domainColumnKind } from '@sitegrep/tables/columns';
import { valueOf } from '@sitegrep/tables/format';
import type { DomainTechnologies, FoundDomain, LookedUpDomain } from '@sitegrep/client';
import { SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import { domainTechnologiesText, TECHNOLOGY_COLUMNS, technologyRow } from './domain-technologies.ts';
import { foundTable, usualColumns } from './found-table.ts';
import { plainColumns, type TableFormat, writeLines, writeTable } from './table-file.ts';

export interface LookupOutput {
  /** Texts for people. */
  texts(): AsyncGenerator<string, void>;
  /** Writes a file. @returns the number of its rows, or of its lines of JSON */
  write(format: TableFormat, bom: boolean, output: Writable): Promise<number>;
}

/** Rows of a table that are printed together. */
const ROWS_AT_A_TIME = 1_000;

/** Facts of each domain. @param fields columns; absent: those of a search */
export function factsOutput(
  found: AsyncGenerator<LookedUpDomain, void>,
  fields: readonly string[] | undefined,
): LookupOutput {
  const columns: readonly string[] = fields ?? SEARCH_RESULT_FIELDS;
  const table = (items: readonly FoundDomain[]): string =>
    `${foundTable(items, fields ?? usualColumns('domain', []), 'domain')}\n`;
  return {
    async *texts() {
      let items: FoundDomain[] = [];
      for await (const { item } of found) {
        if (item === null || items.push(item) < ROWS_AT_A_TIME) continue;
        yield table(items);
        items = [];
      }
      if (items.length > 0) yield table(items);
    },
    write: (format, bom, output) =>
      writeTable(format, bom, output, {
        name: 'domains',
        lines: found,
        columns: [
          ...plainColumns(['input', 'status']),
          ...columns.map((column) => ({ name: column, kind: domainColumnKind(column) })),
        ],
        rowsOf: (entry) => {
          const { item } = entry;
          const cells = columns.map((column) =>
            item === null ? null : valueOf(column, { item, offsetToken: '' }),
          );
          return [[entry.input, statusOf(entry), ...cells]];
        },
      }),
  };
}

/** An entry with the technologies of its domain; null if nothing is stored. */
interface Explained {
  readonly entry: LookedUpDomain;
  readonly technologies: DomainTechnologies | null;
}

/** Domains whose technologies are read at the same time. */
const AT_A_TIME = 4;

/** Technologies of each domain with their evidence. @param read reads those of a stored domain */
export function evidenceOutput(
  found: AsyncGenerator<LookedUpDomain, void>,
  read: (domain: string) => Promise<DomainTechnologies>,
): LookupOutput {
  async function* explained(): AsyncGenerator<Explained, void> {
    for await (const some of partsOf(found, AT_A_TIME)) {
      yield* await Promise.all(
        some.map(async (entry) => ({
          entry,
          technologies: entry.item === null ? null : await read(entry.item.domain),
        })),
      );
    }
  }
  async function* lines(): AsyncGenerator<object, void> {
    for await (const { entry, technologies } of explained()) {
      const { item: _, ...named } = entry;
      yield { ...named, technologies };
    }
  }
  return {
    async *texts() {
      for await (const { technologies } of explained())
        if (technologies !== null) yield `${domainTechnologiesText(technologies)}\n`;
    },
    write: (format, bom, output) =>
      format === 'ndjson'
        ? writeLines(lines(), output)
        : writeTable(format, bom, output, {
            name: 'technologies',
            lines: explained(),
            columns: plainColumns(['input', 'status', ...TECHNOLOGY_COLUMNS]),
            rowsOf: ({ entry, technologies }) => {
              const start = [entry.input, statusOf(entry)];
              if (technologies === null || technologies.items.length === 0) {
                return [[...start, entry.domain, ...TECHNOLOGY_COLUMNS.slice(1).map(() => null)]];
              }
              return technologies.items.map((item) => [
                ...start,
                ...technologyRow(technologies.domain, item),
              ]);
            },
          }),
  };
}

/** Words on what became of an entry. */
function statusOf({ item, error }: LookedUpDomain): string {
  return error ?? (item === null ? 'not stored' : 'stored');
}

async function* partsOf<Item>(
  items: AsyncGenerator<Item, void>,
  size: number,
): AsyncGenerator<readonly Item[], void> {
  let part: Item[] = [];
  for await (const item of items) {
    if (part.push(item) < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
