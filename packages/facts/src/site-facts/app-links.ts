import { copied } from '@sitegrep/html';
import { type AppLink, uniqueOf } from '@sitegrep/site';
import type { DocumentParts } from '../document/document-parts.ts';
import type { PageElements } from './page-elements.ts';
import { asWritten } from './stated.ts';

const MAX_APPS = 20;
/** Apps of one store above which links lead to apps of others. */
const MAX_OF_STORE = 4;

interface Store {
  readonly name: string;
  /** Address of an app without scheme; its first group is the id. */
  readonly address: RegExp;
  readonly urlOf: (id: string) => string;
  /** Metas that hold the id. */
  readonly metas: readonly string[];
  readonly id: RegExp;
}

const STORES: readonly Store[] = [
  {
    name: 'apple',
    address:
      /^(?:apps|itunes|geo\.itunes|appsto\.re)\.apple\.com\/(?:[a-z]{2}\/)?(?:app|developer)\/(?:[^/?#]*\/)?id(\d{6,12})(?!\d)/i,
    urlOf: (id) => `https://apps.apple.com/app/id${id}`,
    metas: [
      'apple-itunes-app',
      'al:ios:app_store_id',
      'twitter:app:id:iphone',
      'twitter:app:id:ipad',
      'al:iphone:app_store_id',
      'al:ipad:app_store_id',
    ],
    id: /^(?:[^]*?app-id\s*=\s*)?(?:id)?(\d{6,12})(?!\d)/i,
  },
  {
    name: 'google',
    address: /^play\.google\.com\/store\/apps\/details\/?\?(?:[^#]*&)?id=([a-z][\w]*(?:\.[\w]+)+)/i,
    urlOf: (id) => `https://play.google.com/store/apps/details?id=${id}`,
    metas: ['google-play-app', 'al:android:package', 'twitter:app:id:googleplay'],
    id: /^(?:[^]*?app-id\s*=\s*)?([a-z]\w*(?:\.\w+)+)/i,
  },
  {
    name: 'microsoft',
    address:
      /^(?:apps\.microsoft\.com\/(?:store\/)?detail\/(?:[^/?#]+\/)?|(?:www\.)?microsoft\.com\/(?:[a-z]{2}-[a-z]{2}\/)?(?:(?:store\/)?(?:p|apps)\/)(?:[^/?#]+\/)?)([a-z0-9]{12})(?![a-z0-9])/i,
    urlOf: (id) => `https://apps.microsoft.com/detail/${id.toLowerCase()}`,
    metas: ['msapplication-id', 'al:windows_universal:app_id'],
    id: /^([a-z0-9]{12})$/i,
  },
  {
    name: 'fdroid',
    address:
      /^f-droid\.org\/(?:[a-z]{2}(?:[_-][a-z]{2,4})?\/)?(?:packages|repository\/browse\/\?fdid=)\/?([a-z]\w*(?:\.\w+)+)/i,
    urlOf: (id) => `https://f-droid.org/packages/${id}/`,
    metas: [],
    id: /^$/,
  },
  {
    name: 'huawei',
    address:
      /^(?:appgallery\.huawei\.com\/(?:#\/)?app\/|appgallery\.cloud\.huawei\.com\/(?:[a-z]+\/)*(?:app\/)?)(C\d{6,12})/i,
    urlOf: (id) => `https://appgallery.huawei.com/app/${id}`,
    metas: [],
    id: /^$/,
  },
  {
    name: 'samsung',
    address:
      /^(?:galaxystore\.samsung\.com|apps\.samsung\.com|galaxy\.store)\/(?:detail\/|appquery\/appDetail\.as\?appId=)([a-z]\w*(?:\.\w+)+)/i,
    urlOf: (id) => `https://galaxystore.samsung.com/detail/${id}`,
    metas: [],
    id: /^$/,
  },
  {
    name: 'amazon',
    address:
      /^(?:www\.)?amazon\.[a-z.]{2,6}\/gp\/mas\/dl\/android\?(?:[^#]*&)?(?:p|asin)=([a-z0-9]\w*(?:\.\w+)*)/i,
    urlOf: (id) => `https://www.amazon.com/gp/mas/dl/android?${id.includes('.') ? 'p' : 'asin'}=${id}`,
    metas: [],
    id: /^$/,
  },
];

const ANY_STORE =
  /^\s*(?:https?:)?\/\/(?:apps|itunes|geo\.itunes|play|f-droid|appgallery|galaxy|www\.amazon|amazon|www\.microsoft|microsoft)/i;
/** Ids of Tapatalk, an app for reading any forum, which forums name as theirs. */
const FORUM_READERS = new Set([
  '307880732',
  '585178888',
  'com.quoord.tapatalkpro.activity',
  'com.quoord.tapatalkHD',
]);
/** Links to developers list all apps, of which none is named. */
const DEVELOPER = /\/developer\//i;

/**
 * The site's apps in stores: those in metas for apps, and those that links lead to. A page that links to more than four apps
 * of a store writes about them, unless metas say which are its own.
 */
export function appLinks(
  { metas, anchorHrefs }: Pick<DocumentParts, 'metas' | 'anchorHrefs'>,
  elements: PageElements,
): readonly AppLink[] {
  const stated = STORES.flatMap((store) =>
    metas
      .filter(({ key }) => store.metas.includes(key))
      .flatMap(({ key, content }) => linkOf(store, store.id.exec(content.trim())?.[1], key, content)),
  );
  const linked = [...anchorHrefs]
    .filter((href) => ANY_STORE.test(href))
    .flatMap(ofHref)
    .filter(({ id }) => !isOfArticle(elements, id));
  const byStore = Map.groupBy(uniqueOf(linked, keyOf, 1_000), ({ store }) => store);
  const own = [...byStore].flatMap(([store, links]) =>
    links.length > MAX_OF_STORE || stated.some((app) => app.store === store) ? [] : links,
  );
  return uniqueOf([...stated, ...own], keyOf, MAX_APPS);
}

/** Whether all start tags that hold an id are within an article, which writes about apps of others. */
function isOfArticle(elements: PageElements, id: string): boolean {
  const tags = [...elements.holding(id, 20)];
  return (
    tags.length > 0 &&
    tags.every((tag) => elements.ancestors(tag).some((ancestor) => elements.name(ancestor) === 'article'))
  );
}

function keyOf({ store, id }: AppLink): string {
  return `${store} ${id}`;
}

function ofHref(href: string): readonly AppLink[] {
  const address = href
    .trim()
    .replace(/^(?:https?:)?\/\//i, '')
    .slice(0, 2_000);
  if (DEVELOPER.test(address)) return [];
  return STORES.flatMap((store) => linkOf(store, store.address.exec(address)?.[1], 'link', href)).slice(0, 1);
}

function linkOf(store: Store, id: string | undefined, source: string, written: string): readonly AppLink[] {
  if (id === undefined || id.length > 150 || FORUM_READERS.has(id)) return [];
  return [{ store: store.name, id: copied(id), url: store.urlOf(id), source, written: asWritten(written) }];
}
