// Conditions of `search --filter` into the filters of the API.
import { OPERATOR_NAMES, OPERATORS } from '@sitegrep/search/filter';
import { comparisonOf, ORDER_FIELDS } from '@sitegrep/site';
import { CommandFailed } from './failure.ts';

const WORDS = OPERATOR_NAMES.filter((name) => /^\w+$/.test(name));
/** Longest first, so that `<=` is not read as `<`. */
const SIGNS = OPERATOR_NAMES.filter((name) => !WORDS.includes(name)).toSorted((a, b) => b.length - a.length);
const CONDITION = new RegExp(
  String.raw`^\s*([a-z_]+)\s*(${SIGNS.join('|')}|(?<=\s)(?:${WORDS.join('|')})(?=\s))\s*(.*?)\s*$`,
  's',
);

/**
 * Makes the `filters` of the API from conditions on the command line: `field operator value`, where `in` and `not_in` take
 * values separated by commas, or the JSON of the API. All conditions must be true.
 */
export function filtersOf(conditions: readonly string[]): readonly unknown[] {
  const filters = conditions.map(filterOf);
  return filters.flatMap((filter, index) => (index === 0 ? [filter] : ['and', filter]));
}

function filterOf(text: string): unknown {
  if (text.trimStart().startsWith('[')) {
    try {
      return JSON.parse(text);
    } catch {
      throw new CommandFailed(`--filter ${text} is not valid JSON: write it as docs/search.md describes.`);
    }
  }
  const [, field = '', written = '', value = ''] = CONDITION.exec(text) ?? [];
  const operator = OPERATOR_NAMES.find((name) => name === written);
  if (operator === undefined) {
    throw new CommandFailed(
      `--filter ${text} is not a condition: write "field operator value", e.g. --filter 'country_iso_code in DE,AT'. ` +
        `The operators are ${OPERATOR_NAMES.join(' ')}.`,
    );
  }
  const ordered = ORDER_FIELDS.find((name) => name === field);
  const isNumber = ordered !== undefined && comparisonOf(ordered) === 'integer';
  const valueOf = (given: string): string | number =>
    isNumber && /^-?\d+$/.test(given) ? Number(given) : given;
  const isList = OPERATORS[operator].takes === 'values';
  return [field, operator, isList ? value.split(',').map((one) => valueOf(one.trim())) : valueOf(value)];
}

const PARTS = ['field', 'operator', 'value'];

/**
 * Says in the words of the command line where the fault of a refused condition is: the API tells its place in its own list.
 *
 * @param conditions as they were written
 * @param details sentence of the API, such as `filters[0][0] is "domian", …`
 */
export function inWordsOfFilter(conditions: readonly string[], details: string): string {
  const [path = '', part = ''] = /^filters\[\d+\]\[([012])\](?:\[\d+\])?(?= )/.exec(details) ?? [];
  // Who wrote the JSON of the API finds the place in it.
  if (path === '' || conditions.some((condition) => condition.trimStart().startsWith('['))) return details;
  return `the ${PARTS[Number(part)] ?? ''} of --filter${details.slice(path.length)}`;
}
