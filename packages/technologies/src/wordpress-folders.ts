// The folders of plugins and themes that the addresses in a page name, each with the version that its files have in `?ver=`.
//
// WordPress writes `?ver=` to every file, and its own version if a plugin gives none. A plugin brings files of other projects,
// with their versions. So neither of the two says the version of the folder. It is the one that most of the other files have.
import type { AddOn, DetectedFacts } from '@sitegrep/site';
import type { OwnHost } from './own-host.ts';

/** Versions that the files of WordPress have on one page. */
export interface WordPressFolders {
  /** Versions by folder, as `plugins/contact-form-7` or `themes/divi` in lower case; null if it is not known. */
  readonly versions: ReadonlyMap<string, string | null>;
  /** Versions that WordPress writes to files without one: its own. */
  readonly defaults: ReadonlySet<string>;
  /** The version that files of WordPress itself have; null if they show none, or several. */
  readonly core: string | null;
}

export const NO_FOLDERS: WordPressFolders = { versions: new Map(), defaults: new Set(), core: null };

/** Maximum files of plugins and themes that are read of a page. */
const MAX_FILES = 2_000;
/** Maximum characters of an address before the name of the folder. */
const MAX_BEFORE = 400;
/** Number of folders whose common version is taken for that of WordPress, if that is not known otherwise. */
const SHARED_BY = 3;

/** Texts in the addresses of such files, near which they are looked for. */
export const FOLDER_LITERALS: readonly string[] = ['/plugins', '/themes', 'wp-includes', 'c0.wp.com'];

/** Names of the folder around those of plugins and themes. */
const AROUND = ['wp-content', 'app'] as const;
const FILE =
  /\b(?:wp-content|app)(\\?)\/(plugins|themes)\\?\/([\w.%-]{1,100})\\?\/([^\s"'`()<>?&#,]{0,300})(?:\?([^\s"'`()<>]{0,300}))?/y;

/** Files of WordPress itself that have its version. */
const CORE_FILE =
  /wp-includes\\?\/(?:blocks\\?\/[\w-]{1,40}\\?\/style|css\\?\/(?:dist\\?\/block-library\\?\/style|admin-bar|dashicons|classic-themes)|js\\?\/(?:comment-reply|mediaelement\\?\/wp-mediaelement|wp-embed|wp-emoji-release|wp-util))[\w.-]{0,20}\.(?:css|js)\?ver=(\d{1,3}(?:\.\d{1,4}){1,3})(?![\w.])/y;
const GENERATOR = /^WordPress (\d+(?:\.\d+){1,3})/;

/** Files of WordPress and of plugins as Automattic delivers them, with the version of either in their path. */
const DELIVERED =
  /\bc0\.wp\.com\\?\/(?:c\\?\/(\d+(?:\.\d+){1,3})|p\\?\/([\w-]{1,100})\\?\/(\d+(?:\.\d+){1,3}))\\?\//y;

/** `ver` among parameters, whose separator may be escaped: `&amp;ver=`, `&#038;ver=`. */
const PARAMETER = /(?:^|[&;])ver=(?:[a-z]{1,3}-?)?(\d{1,4}(?:\.\d{1,6}){1,3})(?![\d.]|-wp)/i;

/**
 * @param positions positions of FOLDER_LITERALS, in no particular order
 * @param generators what the metas of the page say of its generator
 */
export function readWordPressFolders(
  html: string,
  positions: readonly number[],
  generators: readonly string[],
  isOwn: OwnHost,
): WordPressFolders {
  const defaults = new Set<string>();
  for (const generator of generators) {
    const version = GENERATOR.exec(generator)?.[1];
    if (version !== undefined) defaults.add(version);
  }
  const sorted = positions.toSorted((a, b) => a - b);
  const startingWith = (first: string): readonly number[] => sorted.filter((at) => html[at] === first);
  const core = new Set<string>();
  if (defaults.size === 0)
    for (const [, version = ''] of matchesAt(html, startingWith('w'), CORE_FILE)) {
      defaults.add(version);
      core.add(version);
    }
  const delivered = new Map<string, string>();
  const deliveries = matchesAt(html, startingWith('c'), DELIVERED).take(MAX_FILES);
  for (const [, ofCore = '', slug = '', ofPlugin = ''] of deliveries) {
    if (ofCore === '') delivered.set(`plugins/${slug}`, ofPlugin);
    else {
      defaults.add(ofCore);
      core.add(ofCore);
    }
  }
  const files = readFiles(html, startingWith('/'), isOwn);
  if (defaults.size === 0) for (const version of sharedVersions(files)) defaults.add(version);
  const versions = new Map<string, string | null>();
  for (const [folder, ofFolder] of files) versions.set(folder, versionOfFolder(folder, ofFolder, defaults));
  for (const [folder, version] of delivered) versions.set(folder, version);
  const [only = '', another] = core;
  return { versions, defaults, core: another === undefined && OF_CORE.test(only) ? only : null };
}

/** A version of WordPress; tools write other numbers to its files too. */
const OF_CORE = /^[1-9]\.\d{1,2}(?:\.\d{1,2})?$/;

/** Maximum plugins, and maximum themes, of one page. */
export const MAX_ADD_ONS = 200;

/** The plugins and themes whose folders a page names. */
export function addOnsIn({ versions }: WordPressFolders): Pick<DetectedFacts, 'plugins' | 'themes'> {
  const of = (kind: string): readonly AddOn[] =>
    Array.from(versions)
      .flatMap(([folder, version]) =>
        folder.startsWith(kind) ? [{ slug: folder.slice(kind.length), version }] : [],
      )
      .slice(0, MAX_ADD_ONS);
  return { plugins: of('plugins/'), themes: of('themes/') };
}

/** Versions of files by their paths, by folder; '' for a file without one. */
type Files = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** @param kinds positions of the names of the folders of plugins and of themes, increasing */
function readFiles(html: string, kinds: readonly number[], isOwn: OwnHost): Files {
  const files = new Map<string, Map<string, string>>();
  let count = 0;
  const starts = kinds.map((at) => startOfFile(html, at)).filter((start) => start !== -1);
  for (const match of matchesAt(html, starts, FILE)) {
    if (++count > MAX_FILES) break;
    const [, escape = '', kind = '', slug = '', path = '', query = ''] = match;
    const before = beginningOf(html, match.index);
    const address = escape === '' ? before : before.replaceAll('\\', '');
    // What decides about a host does not look at the folder.
    if (!isOwn(`${address}${kind}/`)) continue;
    const folder = `${kind}/${slug.toLowerCase()}`;
    const known = files.get(folder) ?? new Map<string, string>();
    files.set(folder, known);
    const version = PARAMETER.exec(query)?.[1] ?? '';
    if (version !== '' || !known.has(path)) known.set(path, version);
  }
  return files;
}

/** The matches that a search of the text for a sticky expression finds, if all possible starts are known, increasing. */
function* matchesAt(
  html: string,
  starts: readonly number[],
  expression: RegExp,
): Generator<RegExpExecArray, void> {
  let end = 0;
  for (const start of starts) {
    if (start < end) continue;
    expression.lastIndex = start;
    const match = expression.exec(html);
    if (match === null) continue;
    end = expression.lastIndex;
    yield match;
  }
}

/** Start of the name of the folder around the one at a position; -1 if it has another name. */
function startOfFile(html: string, at: number): number {
  const end = html[at - 1] === '\\' ? at - 1 : at;
  const around = AROUND.find((name) => html.startsWith(name, end - name.length));
  return around === undefined ? -1 : end - around.length;
}

/** Beginning of the address around a position, to it. */
function beginningOf(html: string, at: number): string {
  const least = Math.max(0, at - MAX_BEFORE);
  let start = at;
  while (start > least && !isDelimiter(html.charCodeAt(start - 1))) start--;
  return html.slice(start, at);
}

/** A blank, a control character, a quote, a bracket, an equals sign or a comma. */
function isDelimiter(unit: number): boolean {
  return (
    unit <= 0x22 ||
    (unit >= 0x27 && unit <= 0x29) ||
    unit === 0x2c ||
    unit === 0x3c ||
    unit === 0x3d ||
    unit === 0x3e ||
    unit === 0x60
  );
}

function sharedVersions(files: Files): readonly string[] {
  const folders = new Map<string, number>();
  for (const ofFolder of files.values())
    for (const version of new Set(ofFolder.values())) folders.set(version, (folders.get(version) ?? 0) + 1);
  return [...folders].flatMap(([version, count]) => (version !== '' && count >= SHARED_BY ? [version] : []));
}

/**
 * The version that more than half of the files of a folder have which are its own and have one; null if there is none. If all
 * files are of libraries, that of the plugin is the one which several libraries have.
 */
function versionOfFolder(
  folder: string,
  files: ReadonlyMap<string, string>,
  defaults: ReadonlySet<string>,
): string | null {
  const own: string[] = [];
  const ofLibraries = new Map<string, string>();
  for (const [path, version] of files) {
    if (version === '' || defaults.has(version) || STANDS_STILL.test(`${folder}/${path}`)) continue;
    if (isOfLibrary(path, folder)) ofLibraries.set(path.replace(/^.*\//, '').replace(/\.\w+$/, ''), version);
    else own.push(version);
  }
  if (own.length > 0) return mostFrequent(own);
  const [first = null, second] = ofLibraries.values();
  return second !== undefined && new Set(ofLibraries.values()).size === 1 ? first : null;
}

/** The value that more than half of all are; null if there is none. */
function mostFrequent(values: readonly string[]): string | null {
  const sorted = values.toSorted();
  const middle = sorted[sorted.length >> 1] ?? '';
  return 2 * sorted.filter((value) => value === middle).length > sorted.length ? middle : null;
}

/** Files whose version does not rise with that of their plugin. */
const STANDS_STILL =
  /^plugins\/(?:add-to-any\/|jetpack\/(?!css\/jetpack|_inc\/(?:blocks|build|social-logos)\/(?!spin\.))|nextgen-gallery\/|simple-social-icons\/|wp-pagenavi\/)/;

/** Folders in which plugins and themes keep files of other projects. */
const LIBRARY_FOLDER =
  /(?:^|\/)(?:bower_components|ext(?:ernal)?|fonts?|lib(?:s|rary|raries)?|node_modules|plugins?|third(?:[-_]?party)?|vendors?)\//i;
/** Names of files of other projects. */
const LIBRARY_FILE =
  /^(?:jquery|js[.-]?cookie|bootstrap|font-?awesome|fa-|all\.|animate|anime|aos|backbone|bxslider|chosen|clipboard|colorbox|cookie|cycle|dashicons|dropzone|easing|elementor-icons|eicons|fancybox|featherlight|fitvids|flatpickr|flexslider|flickity|fullcalendar|genericons|glide|gsap|hammer|handlebars|hoverintent|html5|images-?loaded|inert|inputmask|intl-?tel|isotope|knockout|lazysizes|leaflet|lightbox|lightslider|lity|lodash|lottie|magnific|mailcheck|masonry|mediaelement|micromodal|modernizr|moment|mustache|nivo|normalize|nouislider|owl|packery|parsley|perfect-scrollbar|photoswipe|polyfill|popper|prettyphoto|prism|punycode|rbtools|react|require|respond|select2|selectric|shutter|simple-line-icons|simplelightbox|slick|smoothscroll|sourcebuster|splide|sticky-kit|sumoselect|superfish|svgxuse|swfobject|swiper|tether|timeago|tinymce|tippy|toastr|tocbot|tocca|tweenmax|underscore|validate|video|vue|waypoints?|webfont|wow)(?![a-z])/i;
/** A version in the name of a file, as in `easing.1.3.js`: the file has one of its own. */
const NAMED_VERSION = /[.-]v?\d+(?:\.\d+)+(?=[.-])/;

/** Whether a file of a folder is of another project. */
function isOfLibrary(path: string, folder: string): boolean {
  if (LIBRARY_FOLDER.test(path)) return true;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [library] = LIBRARY_FILE.exec(name) ?? [];
  // The files of a plugin that is about a library may have the name of both.
  return NAMED_VERSION.test(name) || (library !== undefined && !folder.includes(`/${library.toLowerCase()}`));
}
