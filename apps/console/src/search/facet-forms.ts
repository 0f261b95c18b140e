// Facets as they are requested and shown, each with the condition that a value of it stands for.
import type { FacetRequest } from '../api/search.ts';
import { countryName, languageName } from '../names.ts';
import {
  conditionOf,
  FACET_NAMES,
  type FacetName,
  facetWish,
  shownValue,
  valueIn,
} from '../query/facet-values.ts';
import { valueOf } from '../query/language.ts';
import { TEXT } from '../text.ts';
import { CHANGES_TEXT, KIND_NAMES } from '../text/history.ts';

export interface FacetForm {
  readonly title: string;
  readonly wish: FacetRequest;
  /** The condition that a value stands for. */
  readonly conditionOf: (value: string) => string;
  /** A value as people read it. */
  readonly nameOf: (value: string) => string;
  /** True if its values are steps of a scale, so that they stay in their own order. */
  readonly isScale: boolean;
  /** True if a domain may have a value only because another one implies it. */
  readonly hasImplied: boolean;
}

export function formKey({ wish: { field, of = '' } }: FacetForm): string {
  return `${field} ${of}`;
}

function formOf(field: FacetName): FacetForm {
  return {
    title: TEXT.facetNames[field],
    wish: facetWish(field),
    conditionOf: (value) => conditionOf(field, value),
    nameOf: (value) => valueName(field, value),
    isScale: SCALES.has(field),
    hasImplied: field === 'tech' || field === 'category',
  };
}

const SCALES: ReadonlySet<FacetName> = new Set(['rank', 'visited', 'cert_expires']);

/** A value as people read it: names for codes. */
function valueName(field: FacetName | null, value: string): string {
  if (field === null) return value;
  if (field === 'country') return countryName(value);
  return field === 'lang' ? languageName(value) : shownValue(field, value);
}

/** Facets of domains and pages. */
export const DOMAIN_FACETS: readonly FacetForm[] = FACET_NAMES.map(formOf);

/** Kinds of labels whose changes are counted: those of which a label is a condition of the language. */
export const COUNTED_KINDS = [
  'tech',
  'category',
  'plugin',
  'theme',
  'host',
  'email',
  'generator',
  'country',
  'header',
  'cookie',
  'file',
  'outcome',
  'moved_to',
] as const;
type CountedKind = (typeof COUNTED_KINDS)[number];

/** Facets of domains by which changes are counted, too. */
const OF_DOMAINS = [
  'tech',
  'category',
  'country',
  'lang',
  'tld',
  'rank',
] as const satisfies readonly FacetName[];

/** Facets of changes. @param kind of the labels that were added and removed */
export function changeFacets(kind: CountedKind): readonly FacetForm[] {
  const field = FACET_NAMES.find((name) => name === kind) ?? null;
  const labels = (side: 'added' | 'removed'): FacetForm => ({
    title: CHANGES_TEXT[side](KIND_NAMES[kind]),
    wish: { field: side, of: kind },
    conditionOf: (value) => `${side}:${kind}:${field === null ? valueOf(value) : valueIn(field, value)}`,
    nameOf: (value) => valueName(field, value),
    isScale: false,
    hasImplied: false,
  });
  return [
    labels('added'),
    labels('removed'),
    {
      title: CHANGES_TEXT.month,
      wish: { field: 'month' },
      conditionOf: (value) => `at:${value}`,
      nameOf: (value) => value,
      isScale: true,
      hasImplied: false,
    },
    ...OF_DOMAINS.map(formOf).map((form) => ({
      ...form,
      title: CHANGES_TEXT.ofDomains(form.title),
      hasImplied: false,
    })),
  ];
}
