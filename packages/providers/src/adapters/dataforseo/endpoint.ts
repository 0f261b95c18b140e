import type { Language } from '../../codes/languages.ts';
import type { Location } from '../../codes/locations.ts';
import { countryIn, languageIn } from '../../codes/upstreams.ts';
import type { Field } from '../../reading/field.ts';

/** What a task is made of. */
export type TaskParameters = Readonly<Record<string, string | number>>;

/** One operation: how it is asked for, and how its answer is read. */
export interface Endpoint<Request, Answer> {
  /** Behind `/v3/serp/`. */
  readonly path: string;
  /** As Provider's. */
  unsupported(request: Request): string | null;
  task(request: Request): TaskParameters;
  /**
   * @param task whose `result` is absent if nothing was found
   * @param now milliseconds since the epoch
   * @throws ProviderFailure bad_answer, not_found
   */
  read(task: Field, request: Request, now: number): Answer;
}

interface Locale {
  readonly language: Language;
  readonly location: Location;
}

/** Google is asked from places of every kind; which there are, only the upstream knows. */
export function unsupportedByGoogle({ language, location }: Locale): string | null {
  const { country } = location;
  if (country !== null && countryIn('dataforseo', country) === null) return 'location_code';
  return languageIn('dataforseo', language) === null ? 'language_code' : null;
}

/** The codes of the contract are the upstream's own. */
export function localeParameters({ language, location }: Locale): TaskParameters {
  return {
    location_code: location.code,
    language_code: languageIn('dataforseo', language) ?? language.base,
  };
}

/** A keyword is decoded as a query of a URL is: percent signs and plus signs of its own must be encoded. */
export function keywordParameter(keyword: string): TaskParameters {
  return { keyword: keyword.replaceAll('%', '%25').replaceAll('+', '%2B') };
}

/** Results are paid for by the page: asking for less than whole ones saves nothing. */
export function wholePages(depth: number, page: number): number {
  return Math.ceil(depth / page) * page;
}
