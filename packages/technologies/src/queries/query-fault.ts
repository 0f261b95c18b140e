// Why a query cannot say which pages have a technology: it is decided of a page by itself, before anything is known of its site.
import { costOf } from '@sitegrep/deciding';
import { parsePattern } from '@sitegrep/patterns';
import { type Condition, type Expression, partsOf } from '@sitegrep/search';
import type { QueryFault } from './query-technology.ts';

/** Fields of conditions that are about what a page itself has. */
const FIELDS_OF_PAGES: ReadonlySet<Condition['field']> = new Set([
  'tech',
  'tech_seen',
  'plugin',
  'theme',
  'host',
  'script_host',
  'style_host',
  'image_host',
  'frame_host',
  'form_host',
  'font_host',
  'link_host',
  'request_host',
]);

const REMEDY =
  'ask for what is on a page: texts, patterns, scopes such as title: and header:, tech:, plugin:, theme: and hosts';

/**
 * Why a query cannot stand for a technology; null: it can.
 *
 * @param where in canonical form for the level `page`
 * @param isByQuery whether a technology is found by a query itself
 */
export function faultOfQuery(where: Expression, isByQuery: (name: string) => boolean): QueryFault | null {
  if (where.kind === 'constant')
    return {
      problem: where.value ? 'is fulfilled by every page' : 'is fulfilled by no page',
      remedy: 'ask for something that some pages have',
    };
  for (const part of partsOf(where)) {
    const fault = faultOfPart(part, isByQuery);
    if (fault !== null) return fault;
  }
  const cost = costOf(where);
  return cost.kind === 'too broad' ? { problem: cost.problem, remedy: cost.remedy } : null;
}

function faultOfPart(part: Expression, isByQuery: (name: string) => boolean): QueryFault | null {
  switch (part.kind) {
    case 'condition':
      return faultOfCondition(part.condition, isByQuery);
    case 'keyword':
      return ofDomains('the keywords of a domain');
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
      return ofDomains('changes of a domain');
    case 'version_time':
    case 'same_version':
      return ofDomains('the time of a version');
    case 'text':
    case 'pattern':
      return part.scope === 'file' ? ofDomains('the well-known files of a site (in:file)') : null;
    case 'constant':
    case 'and':
    case 'or':
    case 'not':
    case 'same_page':
    case 'near':
      return null;
  }
}

function faultOfCondition(condition: Condition, isByQuery: (name: string) => boolean): QueryFault | null {
  if (!FIELDS_OF_PAGES.has(condition.field))
    return ofDomains(`the condition ${condition.field === 'domain' ? 'site' : condition.field}:`);
  const names =
    condition.kind === 'versions'
      ? [condition.of]
      : condition.kind === 'any_of'
        ? condition.values.map(String)
        : [];
  const other = names.find(isByQuery);
  return other === undefined
    ? null
    : {
        problem: `asks for ${other}, which a query finds, too, and queries have no order`,
        remedy: `write what ${other} is found by in its place`,
      };
}

function ofDomains(what: string): QueryFault {
  return { problem: `asks for ${what}, which a page by itself does not have`, remedy: REMEDY };
}

/** Why a pattern cannot give versions; null: it can. */
export function faultOfVersion(pattern: string): QueryFault | null {
  const read = parsePattern(pattern);
  if (!read.ok) {
    const { at, problem, remedy } = read.error;
    return { problem: `is not a pattern: ${problem} (column ${at + 1})`, remedy };
  }
  const { length } = read.value.groups;
  return length === 1
    ? null
    : {
        problem: `has ${length === 0 ? 'no group' : `${length} groups`}, while one group is the version`,
        remedy: 'put what is the version in ( ), and write other groups as (?: )',
      };
}
