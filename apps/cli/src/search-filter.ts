import { CommandFailed } from './failure.ts';

const WORDS = /^\s*([a-z_]+)\s*(<>|<=|>=|=|<|>|(?<=\s)(?:in|not_in|like|not_like)(?=\s))\s*(.*?)\s*$/s;

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
  const [, field = '', operator = '', value = ''] = WORDS.exec(text) ?? [];
  if (field === '') {
    throw new CommandFailed(
      `--filter ${text} is not a condition: write "field operator value", e.g. --filter 'country_iso_code in DE,AT'.`,
    );
  }
  const valueOf = (given: string): string | number =>
    field === 'domain_rank' && /^-?\d+$/.test(given) ? Number(given) : given;
  const isList = operator === 'in' || operator === 'not_in';
  return [field, operator, isList ? value.split(',').map((one) => valueOf(one.trim())) : valueOf(value)];
}
