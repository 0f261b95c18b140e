// Decides whether a page is a shell for scripts: whether only they write what it shows. A rule that was measured on
// labelled pages (docs/rendering.md); pages with more text than a shell has are passed over at once.
import type { DocumentParts } from '../document/document-parts.ts';
import { announcesPage } from './requests-to-wait.ts';
import { type Outline, readOutline } from './shell-outline.ts';

/** Maximum characters of visible text, as they are written, of a page that may be a shell. */
const MAX_WRITTEN = 1_500;
/** Minimum characters of `noscript` that hold what the page is about, so that no script has to write it. */
const MIN_UNSCRIPTED = 400;

/**
 * Whether only scripts write what a page shows, or frames hold it. It has little text and few links, images and controls,
 * nothing to read without scripts, and one of these signs: an empty element for an application to fill, a request to turn
 * scripts on, a program that leads to another page, nothing at all but programs that write, or nothing but frames.
 */
export function isScriptShell(source: string, parts: DocumentParts, pageUrl: string): boolean {
  if (parts.text.length > MAX_WRITTEN || parts.unscripted.length >= MIN_UNSCRIPTED) return false;
  const isProgrammed = hasProgram(parts);
  if (!isProgrammed && !/<i?frame[\s>]/i.test(source)) return false;
  const outline = readOutline(source, parts);
  if (outline === null) return false;
  if (isScanty(outline, FRAMED) && hasOwnFrame(outline, pageUrl)) return true;
  if (!isProgrammed) return false;
  return (
    (isScanty(outline, announcesPage(outline.text) ? LEADING : BLANK) && leads(parts)) ||
    (outline.emptyMount === 'named' && isScanty(outline, NAMED)) ||
    (outline.emptyMount === 'likely' && isScanty(outline, LIKELY)) ||
    (asksForScripts(parts.unscripted) && isScanty(outline, ASKING)) ||
    (isScanty(outline, BLANK) && writes(parts))
  );
}

/** Maximum of what a shell shows beside its application, by the sign that it has. */
type Allowance = Readonly<Record<'controls' | 'frames' | 'links' | 'pictures' | 'text', number>>;

const NAMED: Allowance = { text: 300, links: 15, pictures: 6, controls: 4, frames: 1 };
const LIKELY: Allowance = { text: 100, links: 5, pictures: 3, controls: 1, frames: 0 };
const ASKING: Allowance = { text: 150, links: 3, pictures: 2, controls: 0, frames: 0 };
const LEADING: Allowance = { text: 100, links: 2, pictures: 1, controls: 0, frames: 0 };
const FRAMED: Allowance = { text: 40, links: 2, pictures: 1, controls: 0, frames: 4 };
const BLANK: Allowance = { text: 8, links: 1, pictures: 1, controls: 0, frames: 0 };

function isScanty({ text, links, pictures, controls, frames }: Outline, most: Allowance): boolean {
  return (
    text.length <= most.text &&
    links <= most.links &&
    pictures <= most.pictures &&
    controls <= most.controls &&
    frames <= most.frames
  );
}

/** Whether one of the frames is filled by scripts, or has a page of the same host. */
function hasOwnFrame({ frameHosts }: Outline, pageUrl: string): boolean {
  return frameHosts.some((host) => host === '' || host === URL.parse(pageUrl)?.hostname);
}

/** Whether a text asks to turn scripts on. All languages call them JavaScript, which few other texts do. */
function asksForScripts(unscripted: string): boolean {
  return /java\s?script/i.test(unscripted);
}

/** Data (JSON) or a template; programs do not begin like this. */
const DATA = /^\s*(?:\{\s*["}]|\[|<)/;

function hasProgram({ scripts, scriptSrc }: DocumentParts): boolean {
  return scriptSrc.length > 0 || scripts.some(({ text }) => !DATA.test(text));
}

/** Scripts that measure, advertise, ask for consent or protect a page, and write nothing that it is about. */
const SERVICES =
  /googletagmanager|google-analytics|googlesyndication|googleadservices|doubleclick|\/gtag\/|clarity\.ms|hotjar|facebook\.net|cdn-cgi\/|cloudflareinsights|challenges\.cloudflare|hm\.baidu|cnzz|51\.la|mc\.yandex|matomo|piwik|plausible|umami|recaptcha|hcaptcha|cookiebot|onetrust|cookielaw|consent|polyfill|jquery[^/]{0,40}\.js/i;

/** Calls of inline programs that write a page, or load what writes it. */
const WRITES =
  /\.innerHTML\s*\+?=|document\.write(?:ln)?\s*\(|\bimport\b\s*[\w$({*'"]|createRoot\s*\(|hydrateRoot\s*\(|\.mount\s*\(|ReactDOM|createApp\s*\(|\.init\s*\(\s*\{\s*node/;

/** Calls of programs that write a page, but also of services. */
const MAY_WRITE =
  /\.(?:textContent|innerText|outerHTML|srcdoc)\s*\+?=|\.(?:append|prepend|appendChild|replaceChildren|replaceWith|insertAdjacent\w+|attachShadow)\s*\(|\bfetch\s*\(|\bnew\s+(?:XMLHttpRequest|WebSocket|EventSource|Worker)\b/;

/** Whether a page has a program that may write all that it shows. */
function writes({ scripts, scriptSrc }: DocumentParts): boolean {
  return (
    scriptSrc.some((src) => !SERVICES.test(src)) ||
    scripts.some(({ text }) => WRITES.test(text) || (MAY_WRITE.test(text) && !SERVICES.test(text)))
  );
}

/** Statements of inline programs that lead to another page. */
const LEADS =
  /\blocation\s*(?:\.\s*href\s*|\[[^\]]{1,20}\]\s*)?=(?!=)|\blocation\s*\.\s*(?:replace|assign)\b|\.\s*submit\s*\(/;

/** Whether a page has a program that may lead to another one. */
function leads({ scripts }: DocumentParts): boolean {
  return scripts.some(({ text }) => LEADS.test(text));
}
