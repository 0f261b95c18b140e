import { stemmer as ar } from '@orama/stemmers/arabic';
import { stemmer as da } from '@orama/stemmers/danish';
import { stemmer as de } from '@orama/stemmers/german';
import { stemmer as el } from '@orama/stemmers/greek';
import { stemmer as en } from '@orama/stemmers/english';
import { stemmer as es } from '@orama/stemmers/spanish';
import { stemmer as fi } from '@orama/stemmers/finnish';
import { stemmer as fr } from '@orama/stemmers/french';
import { stemmer as ga } from '@orama/stemmers/irish';
import { stemmer as hi } from '@orama/stemmers/indian';
import { stemmer as hu } from '@orama/stemmers/hungarian';
import { stemmer as hy } from '@orama/stemmers/armenian';
import { stemmer as id } from '@orama/stemmers/indonesian';
import { stemmer as it } from '@orama/stemmers/italian';
import { stemmer as lt } from '@orama/stemmers/lithuanian';
import { stemmer as ne } from '@orama/stemmers/nepali';
import { stemmer as nl } from '@orama/stemmers/dutch';
import { stemmer as no } from '@orama/stemmers/norwegian';
import { stemmer as pt } from '@orama/stemmers/portuguese';
import { stemmer as ro } from '@orama/stemmers/romanian';
import { stemmer as ru } from '@orama/stemmers/russian';
import { stemmer as sr } from '@orama/stemmers/serbian';
import { stemmer as sv } from '@orama/stemmers/swedish';
import { stemmer as ta } from '@orama/stemmers/tamil';
import { stemmer as tr } from '@orama/stemmers/turkish';
import { stemmer as uk } from '@orama/stemmers/ukrainian';
import { isPaired, isSigned, withoutSigns } from './words.ts';

/** Snowball's stemmers by ISO 639-1 code. The library's rules for Bulgarian are left out: they fail on some words. */
const STEMMERS: ReadonlyMap<string, (word: string) => string> = new Map(
  Object.entries({
    ar,
    da,
    de,
    el,
    en,
    es,
    fi,
    fr,
    ga,
    hi,
    hu,
    hy,
    id,
    it,
    lt,
    ne,
    nl,
    no,
    pt,
    ro,
    ru,
    sr,
    sv,
    ta,
    tr,
    uk,
    nb: no,
    nn: no,
  }),
);

/**
 * Stems that are kept for each language: pages share most of their words. A map that is emptied when it is full answers in half
 * the time of one that knows what was used last.
 */
const MAX_KEPT = 50_000;
const kept = new Map<string, Map<string, string>>();

/**
 * Stems words of a language by Snowball's rules, of which every form of a word has the same; a word without one is its own. The stem of a word with signs is that of the rest.
 *
 * @param language ISO 639-1; null, or one without rules: each word is its own stem
 */
export function stemmerOf(language: string | null): (word: string) => string {
  const stemOf = stemRules(language);
  if (language === null || !STEMMERS.has(language)) return stemOf;
  const known = kept.get(language) ?? new Map<string, string>();
  kept.set(language, known);
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const stem = stemOf(word);
    if (known.size === MAX_KEPT) known.clear();
    known.set(word, stem);
    return stem;
  };
}

/** Stems words as `stemmerOf` does, for callers that keep stems themselves. */
export function stemRules(language: string | null): (word: string) => string {
  const rules = language === null ? undefined : STEMMERS.get(language);
  return (written) => {
    const word = isSigned(written) ? withoutSigns(written) : written;
    if (rules === undefined) return word;
    // The rules need letters; numbers and names with digits have no forms.
    return /\d/.test(word) || isPaired(word) ? word : folded(rules(word)) || word;
  };
}

/** Some rules give letters back that folding spells otherwise. */
function folded(stem: string): string {
  return /^[\0-\x7f]*$/.test(stem)
    ? stem
    : stem
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .normalize('NFC');
}
