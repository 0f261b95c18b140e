import { ISO_COUNTRIES } from './iso-countries.ts';

/**
 * The country in a language tag: AT of `de-AT`, TW of `zh_Hant_TW`.
 *
 * A region that repeats the language counts only where the language lives: `de-DE` is Germany, but `sv-SV` is no El
 * Salvador and `ar-AR` no Argentina. `es-LA` is a network's name for Latin America, not Laos.
 *
 * @returns ISO 3166-1 alpha-2, upper case; null if there is none
 */
export function regionOfTag(tag: string): string | null {
  const match = /^\s*([a-z]{2,3})(?:[-_][a-z]{4})?[-_]([a-z]{2})(?:[-_.@][\w-]*)?\s*$/i.exec(
    tag.slice(0, 100),
  );
  const language = match?.[1]?.toLowerCase();
  const written = match?.[2]?.toUpperCase();
  if (language === undefined || written === undefined || (language === 'es' && written === 'LA')) return null;
  const region = language === 'en' && written === 'UK' ? 'GB' : written;
  if (!ISO_COUNTRIES.has(region)) return null;
  const repeats = language === region.toLowerCase();
  return repeats && new Intl.Locale(`und-${region}`).maximize().language !== language ? null : region;
}
