// PublicWWW, after the searches on its home page and the guides to it: texts as they stand in a source, in quotes or word by word,
// `-` before what must not be there, OR or a bar between texts, and `site:` with the end of a domain. It has no groups, and a
// text between slashes is a path.
import { ALL } from '../formula.ts';
import { domainAndBelow } from '../hosts.ts';
import { type Leaf, unknown } from '../meaning.ts';
import { dialectOf, type Grammar } from '../operators.ts';
import { text } from '../parts.ts';
import { EMPTY } from '../reasons.ts';
import type { Scanner } from '../scanner.ts';

const GRAMMAR: Grammar = {
  or: /(?:\|\|?|OR(?=[\s"“]|$))/iy,
  and: /(?:&&|AND(?=[\s"“]|$))/iy,
  not: /-(?=\S)/y,
  isGroup: null,
  mixed:
    'OR stands beside parts that must match as well, and which is read first is not known; ask for each by itself',
};

const FIELD = /(site|depth|snipexp|filetype|lang|zone):(?=[^\s/])/iy;
const SHOWN = 'it says what is shown of a page; values read out of pages are asked for with extract';

export const publicwww = dialectOf(GRAMMAR, operand);

function operand(scanner: Scanner): Leaf {
  if (scanner.next === '"') return textOf(scanner.enclosed('"'));
  if (scanner.next === '“') return textOf(scanner.enclosed('”'));
  if (scanner.next === "'") return textOf(scanner.enclosed("'"));
  const field = scanner.take(FIELD)?.[1];
  if (field !== undefined) return fieldOf(field.toLowerCase(), scanner);
  return textOf(word(scanner));
}

function textOf(value: string): Leaf {
  return value.trim() === '' ? unknown(EMPTY) : text(value);
}

function fieldOf(name: string, scanner: Scanner): Leaf {
  if (name === 'snipexp') {
    const isClosed = scanner.take(/\|(?:\\.|[^|\\])*\|/y) !== null;
    if (!isClosed) word(scanner);
    return unknown(SHOWN);
  }
  const value = scanner.next === '"' ? scanner.enclosed('"') : word(scanner);
  switch (name) {
    case 'site':
      return domainAndBelow(value);
    case 'depth':
      // All pages that are stored are searched.
      return value === 'all' ? ALL : unknown('it says how many pages of a site PublicWWW reads');
    case 'filetype':
      return value === 'html' ? ALL : unknown('the files of a page are not stored, only its source');
    default:
      return unknown(`it is not known what ${name}: means to PublicWWW`);
  }
}

function word(scanner: Scanner): string {
  const from = scanner.at;
  scanner.take(/\S+/y);
  const written = scanner.since(from);
  if (written === '') throw scanner.fault('a value is missing');
  const [sign, name] = /["“”]/.test(written) ? ['a quote', written] : ['a bar', written];
  if (/["“”|]/.test(name)) throw scanner.fault(`${sign} stands within ${name}`);
  return written;
}
