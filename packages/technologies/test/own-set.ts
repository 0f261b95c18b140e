// Small sets and signals for tests.
import type { TechnologySignals } from '@sitegrep/site';
import type { BoundSignals } from '../src/bounds.ts';
import { compileFingerprints } from '../src/compile/compile.ts';
import type { Category, Fingerprint, Fingerprints } from '../src/fingerprints.ts';
import { readSections, type Sections } from '@sitegrep/sections';

const CATEGORIES = { 1: { name: 'One', priority: 1, groups: [1] } };

export function ownSet(
  technologies: Readonly<Record<string, Fingerprint>>,
  categories: Readonly<Record<string, Category>> = CATEGORIES,
): Fingerprints {
  return { source: { package: 'own', version: '1', licence: 'GPL-3.0' }, categories, technologies };
}

export function compiled(set: Fingerprints): Sections {
  return readSections(compileFingerprints(set, {}).buffer);
}

export const NO_SIGNALS: TechnologySignals = {
  url: 'https://site.example/',
  html: '',
  headers: {},
  cookies: {},
  scriptSrc: [],
  scripts: [],
  meta: {},
  text: '',
  css: '',
  robots: '',
  certIssuer: '',
  dns: {},
  js: {},
  xhr: [],
};

export const NO_BOUND_SIGNALS: BoundSignals = {
  url: '',
  html: '',
  scripts: () => '',
  scriptSrc: [],
  text: '',
  css: '',
  robots: '',
  certIssuer: '',
  headers: new Map(),
  cookies: new Map(),
  meta: new Map(),
  dns: new Map(),
  js: new Map(),
  xhr: [],
  scriptPieces: [],
  layout: { startTags: new Uint32Array(0), parents: new Int32Array(0), depth: 0 },
};
