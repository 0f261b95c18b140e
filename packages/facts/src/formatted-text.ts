import { foldedText, MAX_RAW_CHARACTERS, withoutReferences } from '@sitegrep/html';

/** Elements in formatted text; the second list is of those within a line of it. */
const BLOCKS =
  'p br hr div ul ol li dl dt dd h[1-6] blockquote pre address center section article header footer main aside nav ' +
  'figure figcaption picture source img iframe video table caption thead tbody tfoot tr td th details summary form';
const INLINES =
  'b i em strong a span u s strike del ins small big sub sup font mark abbr acronym cite q code tt label wbr o:p';
/** Elements whose content is not text. */
const UNSEEN = 'script style';

const tagOf = (names: string): string => `(?:${names.replaceAll(' ', '|')})(?=[\\s/>])[^<>]*>`;
const BLOCK_TAG = new RegExp(`</?${tagOf(BLOCKS)}`, 'gi');
const INLINE_TAG = new RegExp(`</?${tagOf(INLINES)}`, 'gi');
/** A tag that the end of the text cuts, because software shortened formatted text. */
const CUT_TAG = /<\/?(?:[a-z][a-z\d]{0,9}(?:\s[^<>]*)?)?$/i;
/** A tag that is mentioned: `The <br> tag`. */
const MENTIONED = String.raw`(?!\s+(?:html\s+)?(?:tags?|elements?)\b)`;
/**
 * An end tag, a void element, a comment, or a tag at the start: text with one of them is formatted, and does not write about
 * tags.
 */
const FORMATTED = new RegExp(
  `</${tagOf(`${BLOCKS} ${INLINES} ${UNSEEN}`)}${MENTIONED}|<${tagOf('br hr img')}${MENTIONED}|<!--[^<>]*-->|` +
    `^\\s*<${tagOf(`${BLOCKS} ${INLINES}`)}${MENTIONED}`,
  'i',
);

/** A short value of formatted text, without its tags. */
export function foldedPlainValue(text: string): string | null {
  const decoded = withoutReferences(text.slice(0, MAX_RAW_CHARACTERS));
  return foldedText(decoded.includes('<') && FORMATTED.test(decoded) ? withoutTags(decoded) : decoded);
}

function withoutTags(formatted: string): string {
  return withoutUnseen(formatted).replaceAll(BLOCK_TAG, ' ').replaceAll(INLINE_TAG, '').replace(CUT_TAG, '');
}

const CLOSINGS: Readonly<Record<string, RegExp>> = {
  '!--': /-->/g,
  script: /<\/script[^>]*>/gi,
  style: /<\/style[^>]*>/gi,
};

/** A text without its comments, scripts and styles. One that does not end takes the rest, as on a page. */
function withoutUnseen(formatted: string): string {
  const opening = /<(!--|(?:script|style)(?=[\s/>]))/gi;
  let seen = '';
  let at = 0;
  for (;;) {
    opening.lastIndex = at;
    const open = opening.exec(formatted);
    if (open === null) return seen + formatted.slice(at);
    seen += `${formatted.slice(at, open.index)} `;
    const closing = CLOSINGS[open[1]?.toLowerCase() ?? ''];
    if (closing === undefined) return seen;
    closing.lastIndex = open.index;
    if (!closing.test(formatted)) return seen;
    at = closing.lastIndex;
    closing.lastIndex = 0;
  }
}
