// The page that another one leads to by script, if that is all that it does.
import { decodeAttribute, foldWhiteSpace } from '@sitegrep/html';
import type { DocumentParts } from '../document/document-parts.ts';
import { type LinkBase, resolveUrl } from '../links/links.ts';
import { announcesPage } from '../shells/requests-to-wait.ts';
import { readOutline } from '../shells/shell-outline.ts';
import { type Navigation, navigatingProgram } from './navigation.ts';

/** Maximum length of a page that only leads to another one. */
const MAX_SOURCE = 65_536;
/** Maximum characters of its visible text, as they are written. */
const MAX_WRITTEN = 1_000;
/** Maximum wait after which a page only leads to another, as of a refresh. */
const MAX_WAIT_MS = 10_000;
/** Maximum functions that call each other. */
const MAX_CALLS = 8;

/**
 * The page that the scripts of a page lead to at once, as an absolute URL without a fragment. They do so in one statement with
 * a literal address, and the page shows nothing but a notice of it.
 *
 * @returns null if there is none, or its address is computed
 */
export function scriptRedirect(source: string, parts: DocumentParts, base: LinkBase): string | null {
  if (source.length > MAX_SOURCE || parts.text.length > MAX_WRITTEN || !mayNavigate(source)) return null;
  const reference = referenceOf(source, parts);
  if (reference === null || reference.startsWith('#')) return null;
  const url = URL.parse(resolveUrl(reference, base) ?? '');
  if (url === null || !showsOnlyNotice(source, parts, url, base)) return null;
  url.hash = '';
  return url.href;
}

function mayNavigate(source: string): boolean {
  return source.includes('location') || source.includes('open(');
}

/** Whether a page shows nothing but a notice that another one follows, with links to that at most. */
function showsOnlyNotice(source: string, parts: DocumentParts, target: URL, base: LinkBase): boolean {
  const outline = readOutline(source, parts);
  if (outline === null || outline.pictures + outline.controls + outline.frames > 0) return false;
  const text = foldWhiteSpace(outline.text).trim();
  if (text !== '' && !announcesPage(text)) return false;
  if (outline.links === 0) return true;
  return parts.anchorHrefs.values().every((href) => isSame(href, target, base));
}

function isSame(href: string, target: URL, base: LinkBase): boolean {
  const url = URL.parse(resolveUrl(href, base) ?? '');
  return url !== null && url.host === target.host && url.pathname === target.pathname;
}

/** Programs that may lead elsewhere, or write what the page shows. */
const LEADS_OR_WRITES =
  /\blocation\s*(?:(?:\.\s*(?:href|pathname|search|protocol|host(?:name)?)|\[[^\]]{1,20}\])\s*)?=(?!=)|\blocation\s*\.\s*(?:replace|assign|reload)\b|\bdocument\s*\.\s*(?:write|open)|\bopen\s*\(|\.\s*submit\s*\(|\.\s*click\s*\(/;

/** The reference of the navigation that comes first: what follows one at once is not run. */
function referenceOf(source: string, parts: DocumentParts): string | null {
  const functions = new Map<string, Navigation>();
  const navigations: Navigation[] = [];
  for (const text of programsOf(source, parts)) {
    const program = navigatingProgram(text);
    const { navigation } = program ?? {};
    for (const [name, body] of program?.functions ?? []) functions.set(name, body);
    if (navigation != null) navigations.push(navigation);
    else if (program === null && LEADS_OR_WRITES.test(text)) return null;
    if (navigation != null && resolve(navigation, functions)?.delayMs === 0) break;
  }
  let found: { readonly reference: string; readonly delayMs: number } | null = null;
  for (const navigation of navigations) {
    const resolved = resolve(navigation, functions);
    if (resolved !== null && resolved.delayMs < (found?.delayMs ?? MAX_WAIT_MS + 2)) found = resolved;
  }
  return found?.reference ?? null;
}

function resolve(
  navigation: Navigation,
  functions: ReadonlyMap<string, Navigation>,
): { readonly reference: string; readonly delayMs: number } | null {
  let at: Navigation | undefined = navigation;
  let { delayMs } = navigation;
  for (let calls = 0; calls < MAX_CALLS && at !== undefined; calls++) {
    if (at.kind === 'address') return { reference: at.reference, delayMs };
    at = functions.get(at.name);
    delayMs += at?.delayMs ?? 0;
  }
  return null;
}

const SCRIPT_TYPE = /\stype\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/i;
const PROGRAM_TYPE = /^\s*(?:(?:text|application)\/(?:x-)?(?:java|ecma)script(?:\s*;.*|[\d.]*)|module)?\s*$/i;
const ONLOAD = /\sonload\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;

/** Inline programs that a browser runs, in document order, and what the body does when it is loaded. */
function programsOf(source: string, { parents, scripts, startTags }: DocumentParts): readonly string[] {
  const byOffset = new Map(scripts.map(({ offset, text }) => [offset, text]));
  const unrun = new Set<number>();
  const programs: string[] = [];
  let onload: string | null = null;
  for (let tag = 0; tag < parents.length; tag++) {
    const end = startTags[tag * 2 + 1] ?? 0;
    const written = source.slice(startTags[tag * 2] ?? 0, end);
    const name = /^<([a-z][^\s/>]*)/i.exec(written)?.[1]?.toLowerCase();
    if (name === 'noscript' || unrun.has(parents[tag] ?? -1)) unrun.add(tag);
    else if (name === 'body' && onload === null) onload = decodeAttribute(valueOf(ONLOAD, written));
    else if (
      name === 'script' &&
      !/\ssrc\s*=/i.test(written) &&
      PROGRAM_TYPE.test(valueOf(SCRIPT_TYPE, written))
    )
      programs.push(byOffset.get(end) ?? '');
  }
  return [...programs, (onload ?? '').replace(/^\s*javascript:/i, '')].filter((text) => text.trim() !== '');
}

function valueOf(attribute: RegExp, written: string): string {
  const [, double, single, bare] = attribute.exec(written) ?? [];
  return double ?? single ?? bare ?? '';
}
