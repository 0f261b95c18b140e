// Which versions a page shows of its technologies, and how reliable each is. wappalyzer-core takes the longest of all that its
// patterns read; with our layer, a version counts only for what it is a version of.
import { bySource, type SeenVersion, type VersionSource } from '@sitegrep/site';
import core from 'wappalyzer-core';
import type { DomHit } from './dom.ts';
import type { OwnHost } from './own-host.ts';
import type { Hit, PatternTable } from './pattern-table.ts';
import { type Field, isTextField } from './patterns.ts';
import type { Detection, TechnologyTable } from './resolve.ts';
import type { WordPressFolders } from './wordpress-folders.ts';

/** The text that the version of a match is in: a whole value, or the part of a longer text that matched. */
export function matchedText(hit: DomHit | Hit, patterns: PatternTable): string {
  if ('selector' in hit) return hit.condition === 'text' ? hit.match : hit.value;
  return isTextField(patterns.fieldOf(hit.pattern)) ? hit.match[0] : hit.match.input;
}

/** Attributes whose values are addresses. */
const ADDRESS_ATTRIBUTE = /^\[(?:data-)?(?:href|src)\]$/;
const ADDRESS_ELEMENT = /^<(?:img|link|script)\b/i;

/**
 * The kind of source that a version is from.
 *
 * @param condition what of an element was looked at, such as `[href]`; '' unless the field is `dom`
 * @param text what `matchedText` gives
 */
export function versionSource(
  field: Field | 'dom',
  condition: string,
  text: string,
  version: string,
): VersionSource {
  const isAddress =
    field === 'scriptSrc' ||
    field === 'url' ||
    field === 'xhr' ||
    field === 'css' ||
    (field === 'dom' && ADDRESS_ATTRIBUTE.test(condition)) ||
    (field === 'html' && ADDRESS_ELEMENT.test(text));
  if (!isAddress) return 'stated';
  // WordPress gives the files of its own copies of libraries the versions of these.
  return isInPath(text, version) || text.includes('/wp-includes/') ? 'path' : 'parameter';
}

/**
 * Whether a version in the parameters of an address is that of another file: they hold an address
 * (`?url=https://other.example/a-1.2.js`), or name a file of another host (`?f=jquery-1.7.2.js`). A site joins its own files so,
 * and networks theirs by paths without a name (`/combo?2.9.0/a.js`).
 */
function isOfOther(address: string, isOwn: OwnHost): boolean {
  const query = address.slice(address.indexOf('?'));
  if (OTHER_ADDRESS.test(query)) return true;
  return query.includes('=') && !VERSION_PARAMETER.test(query) && !isOwn(address);
}

/** A host after two slashes, which may be encoded. */
const OTHER_ADDRESS = /(?:\/|%2F){2}[\w-]+\./i;
/** A parameter with the version of the file. */
const VERSION_PARAMETER = /[?&;]v(?:er|ersion)?=/i;

function isInPath(address: string, version: string): boolean {
  const query = address.indexOf('?');
  return query === -1 || address.slice(0, query).includes(version);
}

/** Maximum characters of a version, and the number from which it is a time or a hash: both as in wappalyzer-core. */
const MAX_VERSION = 15;
const NOT_A_VERSION = 10_000;

function isVersion(version: string): boolean {
  return version.length <= MAX_VERSION && (Number.parseInt(version, 10) || 0) < NOT_A_VERSION;
}

/** Evidence with the versions that are those of its technologies, and these versions. */
interface JudgedVersions {
  readonly detections: readonly Detection[];
  /** Versions by name of the technology, the most reliable source first. */
  readonly versions: ReadonlyMap<string, readonly SeenVersion[]>;
  /** The folders, with the versions of those whose files do not show it but whose plugin or theme states it. */
  readonly folders: WordPressFolders;
}

export type VersionJudge = (
  detections: readonly Detection[],
  folders: WordPressFolders,
  isOwn: OwnHost,
) => JudgedVersions;

/** @param addOnCategories ids of the categories of plugins and themes: the version of their folder is theirs */
export function createVersionJudge(
  patterns: PatternTable,
  technologies: TechnologyTable,
  addOnCategories: readonly number[],
): VersionJudge {
  const patternOf = ({ hit }: Detection): string =>
    'recorded' in hit
      ? hit.recorded.pattern
      : 'selector' in hit
        ? `${hit.selector} ${hit.pattern}`
        : patterns.regexOf(hit.pattern).source;

  /** The version of a match; '' if it is not one of the technology. */
  function ownVersion(
    detection: Detection,
    isAddOn: boolean,
    name: string,
    folders: WordPressFolders,
    isOwnHost: OwnHost,
  ): string {
    const { version, source, hit } = detection;
    if (version === '' || !isVersion(version)) return '';
    // It was judged when it was recorded.
    if ('recorded' in hit) return version;
    const text = matchedText(hit, patterns);
    if (source === 'stated' || isInPath(text, version)) return version;
    if (isOfOther(text, isOwnHost)) return '';
    const folder = folderOf(text);
    const named = folder?.replace(PAID_THEME, '$1') ?? '';
    const isOwn = isNameOf(named, name) || namedFolders(patternOf(detection)).includes(named);
    // What a theme writes to the files of libraries is its own number as often as theirs.
    if (folder?.startsWith('themes/') === true && !isOwn) return '';
    // A parameter of another name is the plugin's own: `?ao_version=3.1.9`.
    if (!VER.test(text)) return version;
    if (folders.defaults.has(version)) return '';
    if (folder === null) return version;
    const ofFolder = folders.versions.get(folder);
    if (isOwn) return version === ofFolder ? version : '';
    // A library has its own version, unless the plugin that it is in gives its version to all of its files.
    return isAddOn || version === ofFolder ? '' : version;
  }

  /** The folders of a page that a plugin or theme is in. */
  function ownFolders(
    detections: readonly Detection[],
    name: string,
    { versions }: WordPressFolders,
  ): readonly string[] {
    const slug = core.slugify(name);
    const named = detections.flatMap((detection) => namedFolders(patternOf(detection)));
    return [...new Set([`plugins/${slug}`, `themes/${slug}`, ...named])].filter((folder) =>
      versions.has(folder),
    );
  }

  return (found, folders, isOwnHost) => {
    const detections: Detection[] = [];
    const versions = new Map<string, readonly SeenVersion[]>();
    const stated = new Map<string, string>();
    for (const [technology, shown] of Map.groupBy(found, ({ technology: number }) => number)) {
      const { name, categories } = technologies.byNumber(technology);
      const isAddOn = categories.some((id) => addOnCategories.includes(id));
      const seen: SeenVersion[] = [];
      for (const detection of shown) {
        const version = ownVersion(detection, isAddOn, name, folders, isOwnHost);
        detections.push(version === detection.version ? detection : { ...detection, version });
        if (version !== '') seen.push({ version, source: detection.source });
      }
      const unknown: string[] = [];
      for (const folder of isAddOn && folders.versions.size > 0 ? ownFolders(shown, name, folders) : []) {
        const version = folders.versions.get(folder) ?? null;
        if (version === null) unknown.push(folder);
        else seen.push({ version, source: 'parameter' });
      }
      if (name === 'WordPress' && folders.core !== null)
        seen.push({ version: folders.core, source: 'parameter' });
      const sorted = bySource(seen);
      versions.set(name, sorted);
      const [best] = sorted;
      if (best?.source === 'stated') for (const folder of unknown) stated.set(folder, best.version);
    }
    if (stated.size === 0) return { detections, versions, folders };
    const known = { ...folders, versions: new Map([...folders.versions, ...stated]) };
    return { detections, versions, folders: known };
  };
}

/** The parameter that WordPress writes to the addresses of files. */
const VER = /[?&;]ver=/;
const FOLDER = /\b(?:wp-content|app)\/(plugins|themes)\/([\w.%-]+)/;
const NAMED_FOLDER = /\b(plugins|themes)\/([\w.%-]+)/g;

/** The folder of a theme that is sold: it is there instead of the free one, and has its versions. */
const PAID_THEME = /^(themes\/.+)-(?:premium|pro)$/;

/** The folder of a plugin or theme that an address lies in, as `plugins/contact-form-7`. */
function folderOf(address: string): string | null {
  const [, kind = '', slug = ''] = FOLDER.exec(address) ?? [];
  return kind === '' ? null : `${kind}/${slug.toLowerCase()}`;
}

/** The folders that a pattern or selector names. */
function namedFolders(pattern: string): readonly string[] {
  if (!pattern.includes('plugins') && !pattern.includes('themes')) return [];
  return Array.from(
    pattern.replaceAll('\\', '').matchAll(NAMED_FOLDER),
    ([, kind = '', slug = '']) => `${kind}/${slug.toLowerCase()}`,
  );
}

/** Whether a folder is called like a technology: `plugins/megamenu` like Max Mega Menu. */
function isNameOf(folder: string, name: string): boolean {
  if (folder === '') return false;
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, '');
  return letters(name).endsWith(letters(folder.slice(folder.indexOf('/'))));
}
