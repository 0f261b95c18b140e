// Changes that move a line of trends: those of the labels that its query names, in the days of an interval.
import { isConditionField, isUnrecorded } from '@sitegrep/search/field-names';
import type { Syntax } from '@sitegrep/search/syntax';
import { treeOf, withCondition } from '../query/language.ts';

/** First and last day, as YYYY-MM-DD. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Conditions with an own part more than this are looked at without what else the query has. */
const MAX_PARTS = 4;

/** The query, at the level of changes, for what moved the line of a query in some days. */
export function changesQuery(query: string, days: Days): string {
  const time = timeCondition(days);
  const tree = treeOf(query);
  if (tree === null) return time;
  const parts = tree.kind === 'and' ? tree.of : [tree];
  const textOf = ({ from, to }: Syntax): string => query.slice(from, to);
  const recorded = parts.map((part) => ({ text: textOf(part), named: labelsIn(part, query) }));
  const named = recorded.filter((part) => part.named.length > 0);
  if (named.length === 0) return withCondition(query, time);
  const rest = recorded.filter((part) => part.named.length === 0).map(({ text }) => text);
  const moved =
    named.length > MAX_PARTS
      ? anyOf(named.flatMap((part) => part.named))
      : joined(
          named.map((part) =>
            [anyOf(part.named), ...named.filter((other) => other !== part).map(({ text }) => text)].join(' '),
          ),
        );
  return [moved, ...rest, time].join(' ');
}

/** A condition on changes of any of some labels. */
function anyOf(labels: readonly string[]): string {
  return `(${[...new Set(labels)].flatMap((label) => [`added:${label}`, `removed:${label}`]).join(' OR ')})`;
}

function joined(alternatives: readonly string[]): string {
  const [only = '', ...others] = alternatives;
  return others.length === 0 ? only : `(${alternatives.map((one) => `(${one})`).join(' OR ')})`;
}

/** The conditions of a part on labels whose changes are recorded, as they are written. */
function labelsIn(part: Syntax, query: string): readonly string[] {
  switch (part.kind) {
    case 'and':
    case 'or':
      return part.of.flatMap((one) => labelsIn(one, query));
    case 'not':
    case 'group':
      return labelsIn(part.of, query);
    case 'field': {
      const text = query.slice(part.from, part.to);
      // Of ranks, the records have steps.
      const isRecorded = isConditionField(part.name) && !isUnrecorded(part.name) && part.name !== 'rank';
      return isRecorded && !text.endsWith('@seen') ? [text] : [];
    }
    case 'quoted':
    case 'joined':
    case 'pattern':
    case 'word':
    case 'literal':
    case 'near':
    case 'same_page':
    case 'same_change':
      return [];
  }
}

/** A month or a day in short, if the days are one. */
export function timeCondition({ from, to }: Days): string {
  if (from === to) return `at:${from}`;
  const month = from.slice(0, 'YYYY-MM'.length);
  const isMonth = from.endsWith('-01') && to.startsWith(month) && isLastOfMonth(to);
  return isMonth ? `at:${month}` : `at:${from}..${to}`;
}

function isLastOfMonth(day: string): boolean {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.getUTCDate() === 1;
}
