// Fields of other search engines, as people type them here by mistake: FOFA (body="gtag"), Shodan (http.html:gtag), urlscan
// (page.domain:example.com), Zoekt, GitHub and PublicWWW. Names that differ only in that from ours are in word-notes.ts.
import { quotedText } from './quoted.ts';

interface ForeignField {
  readonly name: string;
  /** A condition of our language that means as much; null: the language has no condition as simple as it. */
  readonly instead: string | null;
}

type Write = (value: string) => string | null;

const inSource: Write = quotedText;
const inTitle: Write = (value) => `title:${quotedText(value)}`;
const inAddress: Write = (value) => `url:${quotedText(value)}`;
const ofScript: Write = (value) => `script:${quotedText(value)}`;
const technology: Write = (value) => `tech:${quotedText(value)}`;
const domain: Write = (value) =>
  /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(value) ? `site:${quotedText(value)}` : null;
const inHeaders: Write = (value) => `headers:${quotedText(value)}`;
/** The name that a server gives itself, of which the value is a part. */
const server: Write = (value) => `header:"server=*${value.replaceAll(/["\\*]/g, String.raw`\$&`)}*"`;
const icon: Write = (value) => (/^-?\d+$/.test(value) ? `icon:${value}` : null);
const nothing: Write = () => null;

/** Fields with an equals sign. */
const ASSIGNED: Readonly<Record<string, Write>> = {
  body: inSource,
  title: inTitle,
  host: domain,
  domain,
  app: technology,
  js_name: ofScript,
  header: inHeaders,
  icon_hash: icon,
  server,
};
const ASSIGNED_ALONE =
  /^(?:port|ip|country|city|region|org|asn|(?:header|banner|body)_hash|js_md5|link|(?:cert|tls)(?:\..+)?|banner|protocol|status_code|fid|product)$/;
/** A field of FOFA. Without quotes it may be a piece of source, but for few names. */
const ASSIGNMENT = /^[(!-]?([a-z_.]+)(?:!==?|={1,3}|\*=|~=)(["“]?)(.+?)["”]?\)?$/;
const UNQUOTED = /^(?:body|title|app|icon_hash|js_name|status_code|cert\.is_expired)$/;

/** Fields with a colon. */
const COLONED: Readonly<Record<string, Write>> = {
  'http.html': inSource,
  'http.title': inTitle,
  'page.title': inTitle,
  'http.component': technology,
  'page.domain': domain,
  'page.apexdomain': domain,
  'page.url': inAddress,
  'page.server': server,
  'http.favicon.hash': icon,
  filename: ofScript,
  c: inSource,
};
const COLONED_ALONE =
  /^(?:(?:http|page|task|verdicts|ssl|meta)\..+|port|net|ssl|org|asn|ip|hash|date|file|f|repo|r|sym|branch|archived|fork|public|type|path|symbol|user|is|license|depth|snipexp|filetype)$/;
/** A name with a colon and a value; `c:/` is a drive, and `http://` an address. */
const COLON = /^[(!+-]?([a-z](?=:[^/\\])|[a-z_][a-z_.]+):(?!\\|\/\/)(.+)$/i;

/** The field of another engine that a word has; null: it has none. */
export function foreignField(word: string): ForeignField | null {
  const [, assigned = '', quote = '', value = ''] = ASSIGNMENT.exec(word) ?? [];
  if (quote !== '' || UNQUOTED.test(assigned)) {
    if (Object.hasOwn(ASSIGNED, assigned))
      return { name: assigned, instead: writtenAs(ASSIGNED[assigned], value, word) };
    if (ASSIGNED_ALONE.test(assigned)) return { name: assigned, instead: null };
  }
  const [, coloned = '', after = ''] = COLON.exec(word) ?? [];
  const name = coloned.toLowerCase();
  if (Object.hasOwn(COLONED, name))
    return { name: coloned, instead: writtenAs(COLONED[name], unquoted(after), word) };
  return COLONED_ALONE.test(name) ? { name: coloned, instead: null } : null;
}

/** Only a plain condition has a form here that is as simple. */
function writtenAs(write: Write = nothing, value: string, word: string): string | null {
  const isPlain = /^\w[\w.]*(?:={1,3}|:)/.test(word) && !/[*?"“”]/.test(value);
  return isPlain ? write(value) : null;
}

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}
