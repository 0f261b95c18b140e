/** What is looked at of a page. */
const MAX_CANDIDATES = 200;
/** Characters before and behind the sign that may belong to the address. */
const BEFORE = 100;
const BEHIND = 320;

const OPENING = String.raw`[[({<（［【]\s{0,2}`;
const CLOSING = String.raw`\s{0,2}[\])}>）］】]`;

/** What @ is called, where it stands in brackets. */
const AT_WORDS =
  'at|ät|@|arroba|arobase|arobas|chiocciola|małpa|malpa|kukac|собака|собачка|snabel-?a|zavináč|zavinac|apenstaartje|アットマーク|アット';
/** What a full stop is called, where it stands in brackets. */
const DOT_WORDS = 'dot|punkt|punto|ponto|point|pont|kropka|tečka|tecka|точка|ドット|\\.';

/** Where an address may be in disguise. Simple, because the whole text of every page is searched for it. */
const SIGN = /[[({<（［【＠]|@(?=\s)|AT(?=\s)/g;
const BRACKETED_AT = new RegExp(`${OPENING}(?:${AT_WORDS})${CLOSING}`, 'iuy');
const BRACKETED_DOT = new RegExp(`\\s{0,2}${OPENING}(?:${DOT_WORDS})${CLOSING}\\s{0,2}`, 'giu');

/** Words before an address that tell that it is one. */
const ANNOUNCED =
  /(?:mail|courriel|correo|kontakt|contact|contatto|почта|メール|邮箱)[^\p{L}\d]{0,4}[\w.+'-]+$/iu;

/**
 * Addresses in a text that are written so that programs don't see them, in plain form, perhaps with a word around them:
 * `name [at] firm [dot] org`, `name(at)firm.org`, `name AT firm DOT org`, `name＠firm.org`, and `info @ firm.org` where
 * it is announced as one, since much else is "@ firm.org". Whether they are addresses is for others to judge.
 */
export function* disguisedEmails(text: string): Generator<string> {
  let candidates = 0;
  for (const { 0: first, index } of text.matchAll(SIGN)) {
    const sign = first === '@' || first === '＠' || first === 'AT' ? first : bracketedAt(text, index);
    // As a word by itself.
    if (sign === null || (sign === 'AT' && !/\s/.test(text.charAt(index - 1)))) continue;
    if (++candidates > MAX_CANDIDATES) return;
    const end = index + sign.length;
    const before = text
      .slice(Math.max(0, index - BEFORE), index)
      .replaceAll(BRACKETED_DOT, '.')
      .trimEnd();
    const behind = text
      .slice(end, end + BEHIND)
      .replaceAll(BRACKETED_DOT, '.')
      .trimStart();
    if (sign === 'AT') {
      if (/^[\w-]+\sDOT\s/.test(behind)) yield joined(before, behind.replaceAll(/\sDOT\s/g, '.'));
    } else if (sign === '＠') {
      yield joined(before, behind.replaceAll('．', '.'));
    } else if (sign !== '@' || ANNOUNCED.test(before) || isRoleName(/[\w-]*$/.exec(before)?.[0] ?? '')) {
      // Markup may part the domain, too.
      yield joined(before, behind.replace(/^([\w-]+)\s\.(?=\w)/, '$1.'));
    }
  }
}

function bracketedAt(text: string, index: number): string | null {
  BRACKETED_AT.lastIndex = index;
  return BRACKETED_AT.exec(text)?.[0] ?? null;
}

function joined(before: string, behind: string): string {
  return `${/\S*$/.exec(before.slice(-70))?.[0] ?? ''}@${/^\S*/.exec(behind)?.[0] ?? ''}`;
}

/** Names of offices rather than of people, in front of an @. */
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
