// A page as the independent rules read it: by plain expressions over its source, without the project's own extraction.

/** The parts of a page that rules look at. */
export interface PlainPage {
  readonly url: string;
  /** Lines `name: value`, names in lower case. */
  readonly headers: string;
  readonly source: string;
  /** The source without comments, scripts and styles: tags and text. */
  readonly markup: string;
  /** Tags by name in lower case (`hint` for links that only open a connection), each as `name="value" …`, with character references of ASCII decoded. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** Programs in script elements, without comments and with `\/` as `/`. */
  readonly code: string;
  /** Data in script elements (JSON). */
  readonly data: string;
  /** Addresses of script elements, one a line. */
  readonly scripts: string;
  /** Style elements, and addresses of style sheets, one a line. */
  readonly styles: string;
  /** The page without the addresses of other sites. */
  readonly withoutOthers: () => PlainPage;
}

const COMMENT = /<!--[\s\S]*?-->/g;
const SCRIPT = /<script\b((?:"[^"]*"|'[^']*'|[^"'>])*)>([\s\S]*?)<\/script\s*>/gi;
const STYLE = /<style\b(?:"[^"]*"|'[^']*'|[^"'>])*>([\s\S]*?)<\/style\s*>/gi;
const TAG = /<([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/g;
const HINT = /\srel\s*=\s*["']?(?:dns-prefetch|preconnect)\b/i;
const DATA = /json|template|html|handlebars|mustache|x-tmpl|speculationrules|importmap|xml/i;

export function readPlainPage(
  url: string,
  headers: readonly (readonly [string, string])[],
  source: string,
): PlainPage {
  const code: string[] = [];
  const data: string[] = [];
  const scripts: string[] = [];
  const styles: string[] = [];
  const scriptTags: string[] = [];
  const withoutScripts = source.replace(SCRIPT, (whole, attributes: string, text: string, at: number) => {
    if (isCommented(source, at)) return whole;
    const tag = decode(attributes);
    scriptTags.push(tag);
    const address = valueOf(tag, '(?:data-[\\w-]*)?src');
    if (address !== '') scripts.push(address);
    (DATA.test(valueOf(tag, 'type')) ? data : code).push(text);
    return '';
  });
  const markup = withoutScripts
    .replace(STYLE, (_, text: string) => {
      styles.push(text);
      return '';
    })
    .replace(COMMENT, '');
  const tags = new Map<string, string[]>([['script', scriptTags]]);
  for (const [, name = '', attributes = ''] of markup.matchAll(TAG)) {
    const key = name.toLowerCase() === 'link' && HINT.test(attributes) ? 'hint' : name.toLowerCase();
    const list = tags.get(key) ?? [];
    tags.set(key, list);
    list.push(decode(attributes));
  }
  for (const link of tags.get('link') ?? [])
    if (/\brel\s*=\s*["']?[^"'>]*\b(?:stylesheet|preload)\b/i.test(link))
      styles.push(valueOf(link, '(?:data-)?href'));
  let withoutOthers: PlainPage | null = null;
  return {
    url,
    withoutOthers: () => (withoutOthers ??= readPlainPage(url, headers, withoutOtherSites(url, source))),
    headers: headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`).join('\n'),
    source,
    markup,
    tags,
    code: withoutCodeComments(code.join('\n')).replaceAll('\\/', '/'),
    data: data.join('\n'),
    scripts: scripts.join('\n'),
    styles: styles.join('\n'),
  };
}

/** Removes the addresses of other sites, except for those of WordPress's own hosts, which serve its sites. */
function withoutOtherSites(url: string, source: string): string {
  const own = siteOf(url);
  return source.replace(/(?:https?:)?\\?\/\\?\/[\w.-]+[^\s"'<>()]*/gi, (address) => {
    if (address.toLowerCase().includes(own)) return address;
    return /\/\/(?:c\d|s\d|stats)\.wp\.com|api\.w\.org/.test(address) ? address : '';
  });
}

/** The registered name of a page's host, roughly: its last two labels, or three below names such as `co.uk`. */
function siteOf(url: string): string {
  const labels = new URL(url).hostname.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(second.length <= 3 && top.length === 2 ? -3 : -2).join('.');
}

/** Whether a position is within an HTML comment. */
function isCommented(source: string, at: number): boolean {
  const open = source.lastIndexOf('<!--', at);
  return open !== -1 && source.lastIndexOf('-->', at) < open;
}

function withoutCodeComments(code: string): string {
  return code
    .replace(/(?<=^|[\s;{}])\/\*[\s\S]*?\*\//g, ' ')
    .replace(/^[ \t]*\/\/(?!\s*(?:<!\[CDATA|\]\]|-->|<!--)).*$/gm, ' ');
}

/** Decodes numeric character references of ASCII, and those of `&` and `"`. */
function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text
    .replace(/&#(?:x([0-9a-f]{2})|(\d{2,3}));/gi, (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : whole;
    })
    .replace(/&amp;/gi, '&')
    .replace(/&quot;/gi, '"');
}

export function valueOf(tag: string, name: string): string {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? '';
}
