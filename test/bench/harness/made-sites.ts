// Sites of any number that look like real ones to an index: a template for each kind of system, names and numbers of its own, the
// same head, navigation and foot on all pages of a site, and words by Zipf's law out of a made vocabulary. The same number gives the same
// site.
import type { DetectedTechnology, PageFacts, PageRecord } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import { seededRandom } from './random.ts';

export interface MadeSite {
  readonly domain: string;
  /** Home page first. */
  readonly pages: readonly PageRecord[];
}

export interface MadeSiteOptions {
  /** Number of pages; absent: 1 to 40, mostly a few, 4.5 in the mean. */
  readonly pages?: number;
  /** Least bytes of a page. */
  readonly pageBytes?: number;
}

/** Least bytes of a page, unless more are wanted. */
const PAGE_BYTES = 3_200;
/** Different words. The most frequent ones have two letters, the rarest eight. */
const VOCABULARY = 200_000;
const ONSETS = 'b c d f g h j k l m n p r s t v w z br ch dr gr kl pl sch st tr'.split(' ');
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ei', 'ou'];
const SYLLABLES = ONSETS.flatMap((onset) => VOWELS.map((vowel) => onset + vowel));
const SUFFIXES = ['example', 'test', 'invalid'];
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ja', 'cs'];
const COUNTRIES = ['US', 'DE', 'FR', 'ES', 'IT', 'NL', 'PL', 'PT', 'JP', 'CZ'];
/** Pages were fetched within a year from this moment, in milliseconds. */
const FIRST_FETCH = Date.UTC(2025, 10, 1);
const YEAR_MS = 365 * 24 * 3_600_000;

/** A system that sites are written with: its generator, technologies, and addresses of their files. */
interface System {
  readonly generator: string | null;
  readonly technologies: readonly (readonly [name: string, path: string])[];
  readonly styles: string;
  readonly scripts: string;
  readonly classes: readonly string[];
}

const SYSTEMS: readonly System[] = [
  {
    generator: 'WordPress 6.8',
    technologies: [
      ['WordPress', 'content.cms'],
      ['PHP', 'web_development.programming_languages'],
      ['jQuery', 'web_development.javascript_libraries'],
    ],
    styles: '/wp-content/themes/astra/style.css?ver=',
    scripts: '/wp-includes/js/jquery/jquery.min.js?ver=',
    classes: ['wp-block-group', 'entry-content', 'site-header', 'menu-item'],
  },
  {
    generator: 'WordPress 6.5',
    technologies: [
      ['WordPress', 'content.cms'],
      ['WooCommerce', 'sales.ecommerce'],
      ['jQuery', 'web_development.javascript_libraries'],
    ],
    styles: '/wp-content/plugins/woocommerce/assets/css/woocommerce.css?ver=',
    scripts: '/wp-content/plugins/woocommerce/assets/js/frontend/cart.min.js?ver=',
    classes: ['woocommerce-page', 'product', 'site-header', 'menu-item'],
  },
  {
    generator: null,
    technologies: [
      ['Shopify', 'sales.ecommerce'],
      ['React', 'web_development.javascript_frameworks'],
    ],
    styles: '//cdn.shopify.com/s/files/1/theme.css?v=',
    scripts: '//cdn.shopify.com/s/files/1/global.js?v=',
    classes: ['shopify-section', 'product-card', 'header__icon', 'list-menu'],
  },
  {
    generator: 'TYPO3 CMS',
    technologies: [
      ['TYPO3 CMS', 'content.cms'],
      ['Matomo Analytics', 'analytics.analytics'],
      ['Bootstrap', 'web_development.ui_frameworks'],
    ],
    styles: '/typo3temp/assets/compressed/merged-',
    scripts: '/typo3conf/ext/site/Resources/Public/JavaScript/main.js?',
    classes: ['frame-default', 'ce-bodytext', 'navbar', 'nav-item'],
  },
  {
    generator: null,
    technologies: [['Bootstrap', 'web_development.ui_frameworks']],
    styles: '/assets/css/bootstrap.min.css?',
    scripts: '/assets/js/bootstrap.bundle.min.js?',
    classes: ['container', 'col-md-6', 'navbar', 'nav-link'],
  },
  {
    generator: null,
    technologies: [],
    styles: '/style.css?',
    scripts: '/main.js?',
    classes: ['box', 'text', 'top', 'link'],
  },
];

/** The word of a rank, from 0 for the most frequent one. */
export function madeWord(rank: number): string {
  let word = '';
  for (let left = rank + 1; left > 0; left = Math.floor(left / SYLLABLES.length))
    word += SYLLABLES[left % SYLLABLES.length];
  return word;
}

const words: readonly string[] = Array.from({ length: VOCABULARY }, (_, rank) => madeWord(rank));

type Random = (bound: number) => number;

/** A word whose frequency is inverse to its rank. */
function drawnWord(random: Random): string {
  return words[Math.floor(VOCABULARY ** (random(1 << 24) / (1 << 24))) - 1] ?? '';
}

function text(random: Random, length: number): string {
  const drawn = Array.from({ length }, () => drawnWord(random)).join(' ');
  return `${drawn.charAt(0).toUpperCase()}${drawn.slice(1)}.`;
}

/** The site of a number. */
export function madeSite(number: number, { pages, pageBytes = PAGE_BYTES }: MadeSiteOptions = {}): MadeSite {
  const random = seededRandom(number);
  const domain = `${madeWord(random(VOCABULARY))}-${number.toString(36)}.${pick(SUFFIXES, random)}`;
  const count = pages ?? 1 + Math.floor(39 * (random(1 << 24) / (1 << 24)) ** 10);
  const frame = frameOf(domain, random);
  return {
    domain,
    pages: Array.from({ length: count }, (_, page) => madePage(frame, page, pageBytes, random)),
  };
}

/** All that pages of a site have in common. */
interface Frame {
  readonly domain: string;
  readonly system: System;
  readonly language: number;
  readonly name: string;
  readonly head: string;
  readonly top: string;
  readonly foot: string;
  readonly linked: readonly string[];
}

function frameOf(domain: string, random: Random): Frame {
  const system = pick(SYSTEMS, random);
  const language = Math.min(random(LANGUAGES.length), random(LANGUAGES.length));
  const name = text(random, 2).slice(0, -1);
  const version = `${1 + random(9)}.${random(20)}.${random(10)}`;
  const [box = '', , top = '', item = ''] = system.classes;
  const linked = Array.from({ length: random(4) }, () => `${drawnWord(random)}-net.example`);
  const menu = Array.from(
    { length: 6 },
    (_, at) =>
      `<li class="${item} ${item}-${at}"><a href="/${drawnWord(random)}/">${text(random, 1)}</a></li>`,
  );
  return {
    domain,
    system,
    language,
    name,
    linked,
    head: `<link rel="stylesheet" id="main-css" href="${system.styles}${version}" media="all">
<script src="${system.scripts}${version}" defer></script>
<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});})(window,document,'script','dataLayer','GTM-${random(
      36 ** 7,
    )
      .toString(36)
      .toUpperCase()}');</script>
${system.generator === null ? '' : `<meta name="generator" content="${system.generator}">`}
<style>.${box}{margin:0 auto;max-width:${800 + random(600)}px}.${top}{background:#${random(1 << 24)
      .toString(16)
      .padStart(6, '0')}}</style>`,
    top: `<header class="${top}"><a href="/" class="logo"><img src="/media/logo-${random(1 << 30).toString(16)}.svg" alt="${name}"></a><nav><ul>${menu.join('')}</ul></nav></header>`,
    foot: `<footer class="${box}"><p>&copy; 2026 ${name}</p><a href="mailto:info@${domain}">info@${domain}</a>
${linked.map((host) => `<a href="https://${host}/" rel="noopener">${host}</a>`).join('\n')}<a href="/imprint/">Imprint</a></footer>`,
  };
}

function madePage(frame: Frame, page: number, bytes: number, random: Random): PageRecord {
  const { domain, system, language, name } = frame;
  const [box = '', inner = ''] = system.classes;
  const path = page === 0 ? '/' : `/${drawnWord(random)}/${drawnWord(random)}-${page}/`;
  const url = `https://${domain}${path}`;
  const title = `${text(random, 4).slice(0, -1)} – ${name}`;
  const description = text(random, 12);
  const declared = LANGUAGES[language] ?? 'en';
  const start = `<!DOCTYPE html>
<html lang="${declared}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="${description}">
<link rel="canonical" href="${url}"><meta property="og:title" content="${title}"><meta property="og:url" content="${url}">
${frame.head}
<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","@id":"${url}","name":"${title}"}</script>
</head><body class="${box} page-id-${random(100_000)}">${frame.top}<main id="content"><h1>${title}</h1>`;
  const parts = [start];
  // Text is ASCII but for a dash of each title.
  let length = start.length + frame.foot.length;
  while (length < bytes) {
    const part = `<section class="${inner}"><h2>${text(random, 3)}</h2><p>${text(random, 40)}</p>
<!-- ${drawnWord(random)} ${random(1_000)} --><img src="/media/${random(1 << 30).toString(16)}.jpg" alt="${text(random, 3)}" width="640"></section>`;
    parts.push(part);
    length += part.length;
  }
  parts.push(`</main>${frame.foot}</body></html>\n`);
  const facts: PageFacts = {
    ...NO_PAGE_FACTS,
    title,
    description,
    declaredLanguage: declared,
    contentLanguage: declared,
    canonicalUrl: url,
    generators: system.generator === null ? [] : [system.generator],
    emails: [{ email: `info@${domain}`, source: 'link', written: `info@${domain}` }],
    technologies: technologiesOf(system, random),
    countryEvidence: [{ source: 'language', value: declared, country: COUNTRIES[language] ?? 'US' }],
    linkedDomains: frame.linked,
  };
  const fetchedAt = FIRST_FETCH + random(YEAR_MS / 1_000) * 1_000;
  return { url, fetchedAt, charset: 'utf-8', truncated: false, source: parts.join(''), facts };
}

function technologiesOf({ technologies }: System, random: Random): readonly DetectedTechnology[] {
  return technologies.map(([name, path]) => ({
    name,
    version: random(2) === 0 ? null : `${1 + random(6)}.${random(10)}`,
    confidence: 100,
    paths: [path],
  }));
}

function pick<Value>(values: readonly [Value, ...Value[]] | readonly Value[], random: Random): Value {
  const value = values[random(values.length)];
  if (value === undefined) throw new RangeError('there is nothing to pick from');
  return value;
}
