import { rankResults, type FoundResult } from '../../answers/web-results.ts';
import type { ResultType, WebSerpAnswer, WebSerpRequest } from '../../ports.ts';
import type { Field } from '../../reading/field.ts';
import {
  keywordParameter,
  localeParameters,
  unsupportedByGoogle,
  wholePages,
  type Endpoint,
} from './endpoint.ts';

/** Organic results of a page that is paid for. */
const PAGE = 10;

/** `regular` gives what the contract knows; `advanced` costs the same and brings ten times the bytes. */
export const webSerp: Endpoint<WebSerpRequest, WebSerpAnswer> = {
  path: 'google/organic/live/regular',
  unsupported: unsupportedByGoogle,
  task: ({ keyword, device, os, depth, ...locale }) => ({
    ...keywordParameter(keyword),
    ...localeParameters(locale),
    device,
    os,
    depth: wholePages(depth, PAGE),
  }),
  read(task, { depth }) {
    const result = task.at('result', 0);
    return {
      engine: 'google',
      engineDomain: result.at('se_domain').text(),
      locationName: task.at('data', 'location_name').text(),
      results: rankResults(result.at('items').list().flatMap(readItem), depth),
    };
  },
};

const TYPES: ReadonlyMap<string | null, ResultType> = new Map([
  ['organic', 'organic'],
  ['paid', 'paid'],
  ['featured_snippet', 'featured_snippet'],
]);

function readItem(item: Field): readonly FoundResult[] {
  const type = TYPES.get(item.at('type').string());
  if (type === undefined) return [];
  return [
    {
      type,
      url: item.at('url').text(),
      title: item.at('title').text(),
      description: item.at('description').text(),
      breadcrumb: item.at('breadcrumb').text(),
      rankAbsolute: item.at('rank_absolute').count(),
    },
  ];
}
