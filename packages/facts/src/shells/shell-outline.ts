import { foldWhiteSpace } from '@sitegrep/html';
import type { DocumentParts } from '../document/document-parts.ts';
import { withoutRequests } from './requests-to-wait.ts';

/** Content that a page shows by itself, counted. */
export interface Outline {
  /** Visible text without requests to wait or to turn scripts on. */
  readonly text: string;
  readonly links: number;
  /** Images and films, without pixels that count visits. */
  readonly pictures: number;
  /** Fields and buttons. */
  readonly controls: number;
  readonly frames: number;
  /** Hosts of those that a browser alone reads as part of the page; empty for those that scripts fill and relative addresses. */
  readonly frameHosts: readonly string[];
  /**
   * How sure it is that there is an element for an application to fill, and nothing in it but a request to wait: by a name
   * that frameworks give it, or by less; null if there is none.
   */
  readonly emptyMount: Mount | null;
}

type Mount = 'likely' | 'named';

type Kind = keyof Omit<Outline, 'emptyMount' | 'frameHosts' | 'text'>;

/** Maximum start tags of a page that may be a shell. */
const MAX_TAGS = 3_000;
/** Maximum characters of a start tag that are read. */
const MAX_TAG = 1_000;

/** Maximum elements that are looked at for an application to fill. */
const MAX_MOUNTS = 20;

/** Counts what a page shows. @returns null if it has more elements than any shell */
export function readOutline(source: string, parts: DocumentParts): Outline | null {
  const { parents, startTags } = parts;
  if (parents.length > MAX_TAGS) return null;
  const frameHosts: string[] = [];
  const isHidden: boolean[] = [];
  const kinds: (Kind | null)[] = [];
  const mounts: { readonly tag: number; readonly mount: Mount }[] = [];
  for (let tag = 0; tag < parents.length; tag++) {
    const start = startTags[tag * 2] ?? 0;
    const written = source.slice(start, Math.min(startTags[tag * 2 + 1] ?? 0, start + MAX_TAG));
    const name = NAME.exec(written)?.[1]?.toLowerCase() ?? '';
    isHidden[tag] = HIDDEN.has(name) || isHidden[parents[tag] ?? -1] === true;
    kinds[tag] = isHidden[tag] ? null : kindOf(name, written);
    const frameHost = kinds[tag] === 'frames' ? frameHostOf(name, written) : null;
    if (frameHost !== null) frameHosts.push(frameHost);
    const mount = isHidden[tag] ? null : mountOf(name, written);
    if (mount !== null && mounts.length < MAX_MOUNTS) mounts.push({ tag, mount });
  }
  const empty = mounts.filter(({ tag }) => isEmpty(parts, kinds, tag)).map(({ mount }) => mount);
  return {
    ...counted(kinds),
    frameHosts,
    text: withoutRequests(foldWhiteSpace(parts.text)),
    emptyMount: empty.find((mount) => mount === 'named') ?? empty[0] ?? null,
  };
}

function counted(kinds: readonly (Kind | null)[]): Readonly<Record<Kind, number>> {
  const counts = { links: 0, pictures: 0, controls: 0, frames: 0 };
  for (const kind of kinds) if (kind !== null) counts[kind]++;
  return counts;
}

const NAME = /^<([a-z][^\s/>]*)/i;
/** Elements whose content is not shown while scripts run. */
const HIDDEN: ReadonlySet<string> = new Set(['noscript', 'svg']);

const KINDS: Readonly<Record<string, Kind>> = {
  a: 'links',
  area: 'links',
  img: 'pictures',
  video: 'pictures',
  audio: 'pictures',
  input: 'controls',
  select: 'controls',
  textarea: 'controls',
  button: 'controls',
  iframe: 'frames',
  frame: 'frames',
  object: 'frames',
  embed: 'frames',
};

/** Attributes of what is not shown: hidden fields, frames and pixels. */
const UNSEEN =
  /\stype\s*=\s*["']?hidden|\s(?:width|height)\s*=\s*["']?[01](?:px)?["'\s>]|[;"'\s](?:width|height)\s*:\s*[01](?:px)?\s*[;"']|display\s*:\s*none|\shidden[\s>=]/i;

function kindOf(name: string, written: string): Kind | null {
  const kind = Object.hasOwn(KINDS, name) ? (KINDS[name] ?? null) : null;
  return kind !== null && UNSEEN.test(written) ? null : kind;
}

/** Address of a frame, with its host if it has one. */
const ADDRESS =
  /\ssrc\s*=\s*["']?\s*(?:(?:https?:)?\/\/([^/?#:"'\s>]+)|(about:|javascript:|blob:)?[^"'\s>])/i;

/** @returns null for frames of a frameset that have an address, which are read with their page, and for other elements */
function frameHostOf(name: string, written: string): string | null {
  if (name !== 'iframe' && name !== 'frame') return null;
  const [address, host = '', scheme] = ADDRESS.exec(written) ?? [];
  const isFilled = address === undefined || scheme !== undefined;
  return name === 'iframe' || isFilled ? host.toLowerCase() : null;
}

/** Names that frameworks, and those who use them, give to the element that an application fills. */
const MOUNT_ID =
  /\sid\s*=\s*["']?(?:_{0,3}(?:app|root|next|nuxt|gatsby|sapper|svelte|docusaurus|layout)|(?:main|my|web|page|vue|react|ng|spa|single|q|ion|client|site|mobile|admin)[-_]?(?:app|root|mount|target|container|spa)|(?:app|root)[-_]?(?:root|app|mount|container|wrapper|content|main|body|shell|view|page|el)|mount(?:[-_]?point)?|swagger-ui|redoc(?:-container)?|outlet|application|elm(?:-\w+)?|ember(?:-\w+)?|flutter\w*|blazor-app|wasm\w*|unity-container|gwt\w*)["'\s>]/i;
/** Attributes by which frameworks find it. */
const MOUNT_ATTRIBUTE =
  /\s(?:data-)?(?:ng-app|ng-view|ui-view|v-cloak|data-reactroot|data-sveltekit[\w-]*|unresolved|data-turbo-root|data-page|spec-url|data-sap-ui[\w-]*)(?=[\s=>])/i;
/** Own elements that are applications by their names: `app-root`, `my-app`, `shop-shell`. */
const OWN_APPLICATION = /(?:^|-)(?:app|application|main|root|shell)(?:-|$)/;

function mountOf(name: string, written: string): Mount | null {
  if (name.includes('-')) return OWN_APPLICATION.test(name) ? 'likely' : null;
  if (name === 'app' || name === 'redoc') return 'named';
  if (!CONTAINERS.has(name)) return null;
  if (MOUNT_ID.test(written)) return 'named';
  return MOUNT_ATTRIBUTE.test(written) ? 'likely' : null;
}

const CONTAINERS: ReadonlySet<string> = new Set(['body', 'div', 'main', 'section']);

/** Maximum characters of text in an element that is still empty, such as the name of the site on its splash screen. */
const MAX_SPLASH = 40;
/** Maximum links and images in it. */
const MAX_SPLASH_ELEMENTS = 2;

/** Whether an element shows nothing but a request to wait. */
function isEmpty(
  { parents, visibleText }: DocumentParts,
  kinds: readonly (Kind | null)[],
  mount: number,
): boolean {
  let last = mount;
  while (last + 1 < parents.length && (parents[last + 1] ?? -1) >= mount) last++;
  const inside = counted(kinds.slice(mount, last + 1));
  return (
    inside.links + inside.pictures <= MAX_SPLASH_ELEMENTS &&
    inside.controls + inside.frames === 0 &&
    withoutRequests(foldWhiteSpace(visibleText.textWithin(mount, last))).length <= MAX_SPLASH
  );
}
