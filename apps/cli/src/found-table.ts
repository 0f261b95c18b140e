// What a search finds as a table for people.
import { valueOf } from '@sitegrep/tables/format';
import { technologyNames } from '@sitegrep/contract/field-text';
import { ITEM_FIELDS } from '@sitegrep/contract/item-fields';
import type { FoundDomain, FoundItem } from '@sitegrep/client';
import { didYouMeanField, type Level } from '@sitegrep/search';
import { DOMAIN_FIELD_NAMES, DOMAIN_FIELDS } from '@sitegrep/site';
import { CommandFailed } from './failure.ts';
import { shownValue } from './shown-names.ts';
import { type Column, renderTable } from './terminal.ts';

/** Columns of the table of each level unless others are asked for: without values that are read out of pages, and beside them. */
const COLUMNS: {
  readonly [L in Level]: { readonly alone: readonly string[]; readonly besideValues: readonly string[] };
} = {
  domain: {
    alone: ['domain', 'rank', 'title', 'tech'],
    besideValues: ['domain', 'rank'],
  },
  page: { alone: ['url', 'rank', 'title'], besideValues: ['url'] },
  version: { alone: ['first_seen', 'last_seen', 'url', 'title'], besideValues: ['first_seen', 'url'] },
  change: { alone: ['at', 'domain', 'rank', 'added', 'removed'], besideValues: ['at', 'domain'] },
};

/** Widths of columns on a terminal, in cells. */
const MAX_WIDTHS: Readonly<Record<string, number>> = { domain: 40, title: 50 };
const MAX_WIDTH = 60;

/**
 * Checks columns that are asked for by their names.
 *
 * @param values names of the values that are read out of pages
 * @throws CommandFailed if a name is none of a field or value
 */
export function knownColumns(
  names: readonly string[],
  level: Level,
  values: readonly string[],
): readonly string[] {
  const known: readonly string[] = [...ITEM_FIELDS[level], ...values];
  const unknown = names.find((name) => !known.includes(name));
  // A value that was asked for is shown, after the columns that are named.
  if (unknown === undefined) return [...names, ...values.filter((value) => !names.includes(value))];
  const choices = `${didYouMeanField(unknown, known)}give some of ${known.join(',')}`;
  throw new CommandFailed(`--fields: ${unknown} is not a field here; ${choices}.`);
}

/** The columns of a table if none are asked for. @param values names of the values that are read out of pages */
export function usualColumns(level: Level, values: readonly string[]): readonly string[] {
  const { alone, besideValues } = COLUMNS[level];
  return values.length === 0 ? alone : [...besideValues, ...values];
}

export function foundTable(items: readonly FoundItem[], columns: readonly string[], level: Level): string {
  return renderTable(
    columns.map((column) => headOf(column, level)),
    items.map((item) => columns.map((column) => shownCell(column, item))),
  );
}

/** A value as people read it: names for codes, and a domain in its script. */
function shownCell(column: string, item: FoundItem): string {
  if (column === 'tech' && item.type === 'domain_technology_item') return technologiesText(item);
  const text = String(valueOf(column, { item, offsetToken: '' }) ?? '');
  const field = DOMAIN_FIELD_NAMES.find((name) => name === column);
  return field === undefined || ('extracted' in item && item.extracted?.[column] !== undefined)
    ? text
    : shownValue(field, text);
}

/** Names of the technologies of a domain; those that are only implied, if the item tells them, come last. */
function technologiesText({ tech, implied_tech: implied = [] }: FoundDomain): string {
  const [seen, marked] = [[], []] as [string[], string[]];
  for (const name of technologyNames(tech)) {
    if (implied.includes(name)) marked.push(`${name} (implied)`);
    else seen.push(name);
  }
  return [...seen, ...marked].join('; ');
}

function headOf(column: string, level: Level): Column {
  const field = level === 'domain' ? DOMAIN_FIELD_NAMES.find((name) => name === column) : undefined;
  const title = field === undefined ? column.replaceAll('_', ' ') : DOMAIN_FIELDS[field].label;
  return {
    title: title.toUpperCase(),
    maxWidth: MAX_WIDTHS[column] ?? MAX_WIDTH,
    ...(column === 'rank' ? { align: 'right' as const } : {}),
  };
}
