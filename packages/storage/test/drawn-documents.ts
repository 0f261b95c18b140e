// Documents of all kinds, drawn from numbers, and what a folder must answer with that has them.
import { crc32 } from 'node:zlib';
import type { PageRecord, RenderedSource } from '@sitegrep/site';
import { documentOf, drawOrderedFacts, screenshotOf } from './conformance/documents.ts';
import { ranksOf, type Known } from './conformance/oracle.ts';
import { linkedEmail } from '@sitegrep/site/test/facts';

/** Whole numbers from 0 to `below` − 1, the same ones for the same seed. */
export function seededRandom(seed: number): (below: number) => number {
  let drawn = 0;
  return (below) => crc32(`${seed} ${drawn++}`) % below;
}

const WORDS = [
  '<div class="',
  'Ärger ',
  'ΣΊΣΥΦΟΣ',
  'jquery.min.js',
  '</p>',
  'wp-content/',
  '💥',
  'the ',
  'n',
  '="',
];

/** The document of a domain; each version has another text, pages and facts. */
export function drawDocument(number: number, version: number): Known['document'] {
  const random = seededRandom(number * 1_000 + version);
  const pick = <T>(values: readonly T[]): T | null => values[random(values.length + 1)] ?? null;
  const sources = Array.from(
    { length: 1 + random(4) },
    (_, page) =>
      `<html>d${number}v${version}p${page} ${drawText(number + version + page)}` +
      Array.from({ length: random(120) }, () => WORDS[random(WORDS.length)]).join(''),
  );
  const document = documentOf(drawName(number), sources, {
    title: `Title ${number}.${version}`,
    emails: Array.from({ length: random(5) }, (_, index) => linkedEmail(`info${index}@n${number}.test`)),
    ...drawOrderedFacts(
      {
        text: ['DE', 'AT', 'en', 'el'],
        integer: [0, 500, 1_000],
        time: [0, 999, 1_700_000_000_000, 1_700_000_000_500, 1_700_000_000_000 + 1_000 * random(90)],
      },
      pick,
    ),
  });
  const linked = () =>
    Array.from(
      { length: random(6) },
      () => `${random(3) === 0 ? 'x.' : ''}${drawName(random(random(400) + 1))}`,
    );
  const pages = document.pages.map((page, at) => {
    const linking: PageRecord = {
      ...page,
      facts: { ...page.facts, linkedDomains: linked() },
      ...(number % 3 === 0 ? { rendered: drawRendered(number, version, at) } : {}),
    };
    if (random(3) === 0) return linking;
    const digest = `digest ${number}.${version}`;
    const validators = { etag: `"${random(1_000)}"`, lastModified: null };
    return { ...linking, version: { ...validators, digest, certificate: null } };
  });
  return { ...document, pages };
}

/** Source that scripts wrote on a page; each second page has a screenshot. */
function drawRendered(number: number, version: number, page: number): RenderedSource {
  const name = `d${number}v${version}p${page}`;
  const source = `<main>scripts of ${name}. ${drawText(number + version + page)}</main>`;
  if (page % 2 === 1) return { source, truncated: false };
  return { source, truncated: false, screenshot: screenshotOf(name, 20_000) };
}

const SAID = ['otter', 'beaver', 'heron', 'newt', 'Ödland', '水族館', '2026', 'river'];

/** Text for people, with a link to another domain. */
function drawText(number: number): string {
  const words = SAID.filter((_, index) => ((number * 37) >> index) % 2 === 0).join(' ');
  return `<p>${words}</p><a href="https://${drawName(number % 40)}/000000">${SAID[number % SAID.length]} of ${number % 40}</a>`;
}

/** Every tenth is a subdomain of another one. */
export function drawName(number: number): string {
  return `${number % 10 === 9 ? `sub.n${((number - 9) * 37) % 1_000}` : `${number % 7 === 0 ? 'é' : 'n'}${(number * 37) % 1_000}`}.test`;
}

/** Contents that a folder must answer with. */
export interface Model {
  readonly documents: ReadonlyMap<string, Known['document']>;
  /** Ranks that were set. */
  readonly listed: ReadonlyMap<string, number>;
}

/** Each document with its rank, worked out from all documents. */
export function knownOf({ documents, listed }: Model): readonly Known[] {
  const rankOf = ranksOf([...documents.values()], listed);
  return Array.from(documents.values(), (document) => ({ document, rank: rankOf(document.domain) }));
}
