import { copied, isJsonLdObject } from '@sitegrep/html';
import { type SiteImage, uniqueOf } from '@sitegrep/site';
import type { DocumentParts } from '../document/document-parts.ts';
import { type LinkBase, resolveUrl } from '../links/links.ts';
import { isOrganization, listOf, type OwnerThing } from './owner-things.ts';
import { attributeOf, type PageElements } from './page-elements.ts';
import { asWritten } from './stated.ts';

const MAX_IMAGES = 10;
/** Images from the top of a page among which the logo is. */
const FIRST_IMAGES = 40;

const ICONS = new Set([
  'icon',
  'apple-touch-icon',
  'apple-touch-icon-precomposed',
  'mask-icon',
  'fluid-icon',
]);

interface Candidate {
  readonly kind: SiteImage['kind'];
  readonly source: string;
  readonly written: string;
}

/** Addresses of the logo and the icons of a site: logos by schema.org, by `og:logo`, then the image in the header. */
export function images(
  parts: Pick<DocumentParts, 'metas' | 'headLinks'>,
  things: readonly OwnerThing[],
  elements: PageElements,
  base: LinkBase,
): readonly SiteImage[] {
  const logos = [...schemaLogos(things), ...metaImages(parts.metas, 'logo', ['og:logo'])];
  const all = [
    ...logos,
    ...(logos.length === 0 ? headerLogo(elements) : []),
    ...parts.headLinks.flatMap(({ rel, href }): readonly Candidate[] => {
      const name = rel.find((token) => ICONS.has(token));
      return name === undefined ? [] : [{ kind: 'icon', source: name, written: href }];
    }),
    ...metaImages(parts.metas, 'icon', ['msapplication-tileimage']),
  ];
  const found = all.flatMap(({ kind, source, written }): readonly SiteImage[] => {
    // Addresses with data are none.
    const url = written.trim() === '' || /^\s*data:/i.test(written) ? null : resolveUrl(written.trim(), base);
    return url === null || url === base.url
      ? []
      : [{ kind, url: copied(url), source, written: asWritten(written) }];
  });
  return uniqueOf(found, ({ url }) => url, MAX_IMAGES);
}

function metaImages(
  metas: DocumentParts['metas'],
  kind: SiteImage['kind'],
  keys: readonly string[],
): readonly Candidate[] {
  return metas
    .filter(({ key }) => keys.includes(key))
    .map(({ key, content }) => ({ kind, source: key, written: content }));
}

/** Logos that organisations and the site state; where files named as logos are among them, those alone. */
function schemaLogos(things: readonly OwnerThing[]): readonly Candidate[] {
  const byId = new Map(things.map(({ properties }) => [properties['@id'], properties]));
  const addressOf = (logo: unknown): readonly string[] => {
    if (typeof logo === 'string') return [logo];
    if (!isJsonLdObject(logo)) return [];
    const image = logo['url'] ?? logo['contentUrl'] ?? logo['@value'];
    if (image !== undefined) return listOf(image).filter((text) => typeof text === 'string');
    const named = byId.get(logo['@id']);
    return named === undefined || named === logo ? [] : addressOf({ ...named, '@id': undefined });
  };
  const all = things
    .filter((thing) => isOrganization(thing) || thing.types.includes('WebSite'))
    .flatMap(({ properties }) => listOf(properties['logo']).slice(0, 3).flatMap(addressOf));
  // Forms of SEO plugins that ask for a logo are often filled in with a photograph.
  const named = all.filter((written) => NAMED_LOGO.test(written));
  return (named.length > 0 ? named : all).map((written) => ({ kind: 'logo', source: 'json-ld', written }));
}

/** An address whose last part names a logo. */
const NAMED_LOGO = /logo[^/]*$/i;
const LOGO = /logo|site-?brand|navbar-brand/i;
/** Logos of others: partners, sponsors, means of payment. */
const OTHER_LOGO =
  /partner|sponsor|client|customer|payment|footer|award|member|brand-?logos|logos?-?(?:list|slider|carousel|grid)|press/i;

/** The first image near the top whose class, id, alternative text or file name says that it is the logo. */
function headerLogo(elements: PageElements): readonly Candidate[] {
  let count = 0;
  for (const index of elements.pictures) {
    if (elements.name(index) !== 'img') continue;
    if (++count > FIRST_IMAGES) break;
    const tag = elements.tag(index);
    if (!LOGO.test(tag) && !isNearLogo(elements, index)) continue;
    const around = aroundOf(elements, index);
    if (OTHER_LOGO.test(around.near) || OTHER_LOGO.test(attributeOf(tag, 'class') ?? '')) continue;
    const isNamed = ['class', 'id', 'alt', 'src', 'data-src'].some((name) =>
      /logo/i.test(attributeOf(tag, name) ?? ''),
    );
    if (!around.isHeader && !(isNamed && around.linksHome)) continue;
    if (!isNamed && !/logo|brand/i.test(around.near)) continue;
    const src = [
      attributeOf(tag, 'src'),
      attributeOf(tag, 'data-src'),
      attributeOf(tag, 'data-lazy-src'),
    ].find((address) => address !== null && address !== '' && !/^data:/i.test(address));
    if (src != null) return [{ kind: 'logo', source: 'img', written: src }];
  }
  return [];
}

/** Whether one of the nearest elements around an image names a logo. */
function isNearLogo(elements: PageElements, index: number): boolean {
  return elements
    .ancestors(index)
    .take(3)
    .some((ancestor) => LOGO.test(elements.tag(ancestor)));
}

/** Start tags around an image: the nearest, whether it is within a header, and whether it links to the home page. */
function aroundOf(
  elements: PageElements,
  index: number,
): { readonly near: string; readonly isHeader: boolean; readonly linksHome: boolean } {
  let near = '';
  let isHeader = false;
  let linksHome = false;
  let distance = 0;
  for (const ancestor of elements.ancestors(index)) {
    const tag = elements.tag(ancestor);
    if (distance++ < 3) near += `${attributeOf(tag, 'class') ?? ''} ${attributeOf(tag, 'id') ?? ''} `;
    if (
      /^<(?:header|nav)[\s>]/i.test(tag) ||
      /(?:class|id)\s*=\s*["']?[^"'>]*(?:header|navbar|masthead|top-?bar|kopf)/i.test(tag)
    )
      isHeader = true;
    if (
      /^<a[\s>]/i.test(tag) &&
      /^(?:\/|\.\/?|(?:https?:)?\/\/[^/]+\/?|index\.\w+|\/?[a-z]{2}(?:-[a-z]{2})?\/?)$/i.test(
        attributeOf(tag, 'href') ?? '',
      )
    )
      linksHome = true;
  }
  return { near, isHeader, linksHome };
}
