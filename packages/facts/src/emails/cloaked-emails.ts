import { decodeText, foldWhiteSpace } from '@sitegrep/html';

/** The two statements by which Joomla's script puts an address together: the name with its @, then the domain. */
const CLOAK =
  /\bvar\s+(addy\w{0,64})\s*=\s*([^;\n]{1,1000}(?:;[^;\n]{1,30}){0,200}?);\s*\1\s*=\s*\1\s*\+\s*([^\n]{1,1000}?);\s*(?=\n|var|document)/g;
const LITERAL = /'([^']*)'|"([^"]*)"/g;
/** Maximum addresses per script. */
const MAX_ADDRESSES = 50;

/** An address that a script puts together. */
interface CloakedEmail {
  readonly email: string;
  /** The two statements, white space folded. */
  readonly written: string;
}

/** Addresses that Joomla hides from programs: `var addy1 = 'info' + '@'; addy1 = addy1 + 'firm' + '.' + 'org';`. */
export function cloakedEmails(scripts: Iterable<{ readonly text: string }>): CloakedEmail[] {
  return [...scripts].flatMap(({ text }) => cloakedIn(text));
}

/** Addresses that one script hides. */
export function cloakedIn(text: string): CloakedEmail[] {
  if (!text.includes('addy')) return [];
  return [...text.matchAll(CLOAK).take(MAX_ADDRESSES)].map(([statements, , name = '', domain = '']) => ({
    email: decodeText(literals(name) + literals(domain)),
    written: foldWhiteSpace(statements),
  }));
}

function literals(expression: string): string {
  return [...expression.matchAll(LITERAL)].map(([, single, double]) => single ?? double ?? '').join('');
}
