/** Maximum candidates per page. */
const MAX_CANDIDATES = 200;
/** Maximum characters before and after the sign that can belong to the address. */
const BEFORE = 100;
const AFTER = 320;

const OPENING = String.raw`[[({<（［【]\s{0,2}`;
const CLOSING = String.raw`\s{0,2}[\])}>）］】]`;

/** Words that replace @ when they are in brackets. */
const AT_WORDS =
  'at|ät|@|arroba|arobase|arobas|chiocciola|małpa|malpa|kukac|собака|собачка|snabel-?a|zavináč|zavinac|apenstaartje|アットマーク|アット';
/** Words that replace a full stop when they are in brackets. */
const DOT_WORDS = 'dot|punkt|punto|ponto|point|pont|kropka|tečka|tecka|точка|ドット|\\.';

/** First letters of AT_WORDS, in every case that `i` and `u` make equal. */
const AT_LETTERS = 'aAäÄ@cCmMkK\\u212asS\\u017fсС\\u1c83zZア';
/**
 * First character of a possible disguised address. The expression is simple because the text of every page is
 * searched for it.
 */
const SIGN = new RegExp(String.raw`[[({<（［【](?=\s{0,2}[${AT_LETTERS}])|＠|@(?=\s)|AT(?=\s)`, 'g');
const BRACKETED_AT = new RegExp(`${OPENING}(?:${AT_WORDS})${CLOSING}`, 'iuy');
const BRACKETED_DOT = new RegExp(`\\s{0,2}${OPENING}(?:${DOT_WORDS})${CLOSING}\\s{0,2}`, 'giu');

/** Words that announce an address. */
const ANNOUNCED =
  /(?:mail|courriel|correo|kontakt|contact|contatto|почта|メール|邮箱)[^\p{L}\d]{0,4}[\w.+'-]+$/iu;

/** A text that may be an address, as it is meant. */
export interface DisguisedEmail {
  /** The address in plain form, possibly with a word around it. */
  readonly plain: string;
  /** Start and end of what stands for its @. */
  readonly at: number;
  readonly end: number;
}

/**
 * Addresses in a text that are written so that programs do not recognise them, in plain form, possibly with a
 * word around them: `name [at] firm [dot] org`, `name(at)firm.org`, `name AT firm DOT org`, `name＠firm.org`,
 * and `info @ firm.org` where a word announces it, because "@ firm.org" alone often means something else. The
 * caller checks whether they are addresses.
 */
export function* disguisedEmails(text: string): Generator<DisguisedEmail> {
  let candidates = 0;
  for (const { 0: first, index } of text.matchAll(SIGN)) {
    const sign = first === '@' || first === '＠' || first === 'AT' ? first : bracketedAt(text, index);
    // AT counts as a separate word only.
    if (sign === null || (sign === 'AT' && !/\s/.test(text.charAt(index - 1)))) continue;
    if (++candidates > MAX_CANDIDATES) return;
    const end = index + sign.length;
    const before = text
      .slice(Math.max(0, index - BEFORE), index)
      .replaceAll(BRACKETED_DOT, '.')
      .trimEnd();
    const after = text
      .slice(end, end + AFTER)
      .replaceAll(BRACKETED_DOT, '.')
      .trimStart();
    if (sign === 'AT') {
      if (/^[\w-]+\sDOT\s/.test(after))
        yield { plain: joined(before, after.replaceAll(/\sDOT\s/g, '.')), at: index, end };
    } else if (sign === '＠') {
      yield { plain: joined(before, after.replaceAll('．', '.')), at: index, end };
    } else if (sign !== '@' || ANNOUNCED.test(before) || isRoleName(/[\w-]*$/.exec(before)?.[0] ?? '')) {
      // Markup can also split the domain.
      yield { plain: joined(before, after.replace(/^([\w-]+)\s\.(?=\w)/, '$1.')), at: index, end };
    }
  }
}

/** A disguised address as the text has it. @param address the address alone, in plain form and in the case of the text */
export function disguisedText(text: string, { at, end }: DisguisedEmail, address: string): string {
  const [local = '', domain = ''] = address.split('@');
  const start = local
    .split('.')
    .reduceRight((next, part) => Math.max(0, text.lastIndexOf(part, next - part.length)), at);
  const stop = domain.split('.').reduce((last, label) => text.indexOf(label, last) + label.length, end);
  return text.slice(start, stop);
}

function bracketedAt(text: string, index: number): string | null {
  BRACKETED_AT.lastIndex = index;
  return BRACKETED_AT.exec(text)?.[0] ?? null;
}

function joined(before: string, after: string): string {
  return `${/\S*$/.exec(before.slice(-70))?.[0] ?? ''}@${/^\S*/.exec(after)?.[0] ?? ''}`;
}

/** Local parts of e-mail addresses that name an office rather than a person. */
const ROLE_NAMES: ReadonlySet<string> = new Set(
  (
    'info infos information contact contacts contacto contato contatti kontakt mail email e-mail post office hello hallo ' +
    'hola bonjour sales vertrieb verkauf ventas vendas support service servis help admin administrator webmaster press ' +
    'presse prensa news shop store team bestellung order orders booking reservation reservations reservas buero biuro ' +
    'sekretariat secretary kanzlei redaktion editor jobs career careers hr marketing privacy datenschutz dpo abuse'
  ).split(' '),
);

function isRoleName(name: string): boolean {
  return ROLE_NAMES.has(name.toLowerCase());
}
