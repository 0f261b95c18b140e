import ISO6391 from 'iso-639-1';
import { COUNTRY_CODES, countryName } from './countries.ts';

/** A language as requests name it: ISO 639-1, with a region where writing or usage differ by it (`zh-CN`, `pt-BR`). */
export interface Language {
  readonly code: string;
  /** The part before the region: ISO 639-1. */
  readonly base: string;
  /** Alpha-2, upper case; null if the code has none. */
  readonly region: string | null;
  /** In English. */
  readonly name: string;
}

/** Chinese is told apart by how it is written, not by where. */
const NAMES: Readonly<Record<string, string>> = {
  'zh-CN': 'Chinese (Simplified)',
  'zh-TW': 'Chinese (Traditional)',
};

const BASES: ReadonlySet<string> = new Set(ISO6391.getAllCodes());

/** @returns null if there is no such language; codes are exact (`en`, `pt-BR`) */
export function languageOf(code: string): Language | null {
  const [, base = '', region = null] = /^([a-z]{2})(?:-([A-Z]{2}))?$/.exec(code) ?? [];
  if (!BASES.has(base)) return null;
  const language = ISO6391.getName(base);
  if (region === null) return { code, base, region, name: language };
  if (!COUNTRY_CODES.has(region)) return null;
  return { code, base, region, name: NAMES[code] ?? `${language} (${countryName(region)})` };
}

/** What was probably meant by a code that is none: `EN` → `en`, `pt_br` → `pt-BR`, `eng` → null. */
export function nearestLanguage(code: string): string | null {
  const [, base = '', region] = /^([A-Za-z]{2})(?:[-_]([A-Za-z]{2}))?$/.exec(code.trim()) ?? [];
  const cased = region === undefined ? base.toLowerCase() : `${base.toLowerCase()}-${region.toUpperCase()}`;
  return languageOf(cased)?.code ?? (BASES.has(base.toLowerCase()) ? base.toLowerCase() : null);
}
