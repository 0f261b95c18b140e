// What a search finds as a table for people.
import { fieldText } from '@sitegrep/contract/field-text';
import { PAGE_FIELDS, type PageField } from '@sitegrep/contract/page-fields';
import type { DomainRecord, FoundDomain, FoundPage } from '@sitegrep/client';
import { DOMAIN_FIELD_NAMES, DOMAIN_FIELDS, type DomainField } from '@sitegrep/site';
import { CommandFailed } from './failure.ts';
import { type Column, renderTable } from './terminal.ts';

/** Columns of the tables unless others are asked for. */
const DOMAIN_COLUMNS = [
  'domain',
  'domain_rank',
  'title',
  'technologies',
] as const satisfies readonly DomainField[];
const PAGE_COLUMNS = ['url', 'domain_rank', 'title'] as const satisfies readonly PageField[];

/** Widths of columns on a terminal, in cells. */
const MAX_WIDTHS: Readonly<Record<string, number>> = { domain: 40, title: 50 };
const MAX_WIDTH = 60;

/** Fields of a domain that are asked for by their names. @throws CommandFailed if a name is none */
export function domainFields(names: readonly string[]): readonly DomainField[] {
  return known(names, DOMAIN_FIELD_NAMES);
}

/** The same of a page. */
export function pageFields(names: readonly string[]): readonly PageField[] {
  return known(names, PAGE_FIELDS);
}

function known<Field extends string>(names: readonly string[], fields: readonly Field[]): readonly Field[] {
  return names.map((name) => {
    const field = fields.find((one) => one === name);
    if (field !== undefined) return field;
    throw new CommandFailed(`--fields: ${name} is no field here; give some of ${fields.join(',')}.`);
  });
}

export function domainTable(
  items: readonly FoundDomain[],
  fields: readonly DomainField[] = DOMAIN_COLUMNS,
): string {
  return renderTable(
    fields.map((field) => column(field, DOMAIN_FIELDS[field].label, DOMAIN_FIELDS[field].kind === 'rank')),
    items.map((item) => fields.map((field) => textIn(item, field))),
  );
}

export function pageTable(items: readonly FoundPage[], fields: readonly PageField[] = PAGE_COLUMNS): string {
  return renderTable(
    fields.map((field) => column(field, field.replaceAll('_', ' '), field === 'domain_rank')),
    items.map((item) => fields.map((field) => String(item[field] ?? ''))),
  );
}

function column(field: string, title: string, isNumber: boolean): Column {
  return {
    title: title.toUpperCase(),
    maxWidth: MAX_WIDTHS[field] ?? MAX_WIDTH,
    ...(isNumber ? { align: 'right' as const } : {}),
  };
}

/** The text of a field, which an item may have only if it was asked for. */
function textIn(item: FoundDomain, field: DomainField): string {
  return item[field] === undefined ? '' : fieldText(field, item as Pick<DomainRecord, DomainField>);
}
