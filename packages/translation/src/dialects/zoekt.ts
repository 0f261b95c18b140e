// Zoekt, after its guide to the query language and its parser: what stands between blanks is a regular expression over the content
// of a file, in quotes, too, where a backslash stands before any character. Case counts where an expression has capitals.
import { ALL } from '../formula.ts';
import { type Dialect, type Leaf, type Meaning, meaningOf, unknown } from '../meaning.ts';
import { type Grammar, readAll } from '../operators.ts';
import { Scanner } from '../scanner.ts';
import { languageOf, ofFiles } from './files.ts';
import { type Case, expression } from './zoekt-patterns.ts';
import { readToken, startsGroup } from './zoekt-tokens.ts';

const GRAMMAR: Grammar = {
  or: /or(?=[\s)]|$)/y,
  and: /(?!)/y,
  not: /-/y,
  isGroup: startsGroup,
  mixed: null,
};

export const zoekt: Dialect = (query, faultOf) => {
  const first = read('auto');
  return first.stated === 'auto' ? first.meaning : read(first.stated).meaning;

  function read(mode: Case): { readonly meaning: Meaning; readonly stated: Case } {
    const scanner = new Scanner(query);
    let stated: Case = 'auto';
    const meaning = readAll(scanner, GRAMMAR, () => {
      const from = scanner.at;
      const { name, value } = readToken(scanner);
      if (name === 'case') stated = caseOf(value, scanner, from);
      return meaningOf(leafOf(name, value, mode), scanner.since(from), faultOf);
    });
    return { meaning, stated };
  }
};

/** The case that is stated for all of a query. @throws UnreadableQuery */
function caseOf(value: string, scanner: Scanner, from: number): Case {
  if (scanner.isWithin)
    throw scanner.fault('case: stands in a group; it holds for all of a query, so write it outside', from);
  if (value === 'yes' || value === 'no' || value === 'auto') return value;
  throw scanner.fault(`case: is followed by ${value}, not by yes, no or auto`, from);
}

function leafOf(name: string | null, value: string, mode: Case): Leaf {
  switch (name) {
    case null:
    case 'c':
    case 'content':
    case 'regex':
      return expression(value, mode);
    case 'case':
      return ALL;
    case 'lang':
      return languageOf(value);
    case 'type':
    case 't':
      return value === 'filematch'
        ? ALL
        : unknown('it says what is shown of what matches; here, domains or pages are');
    default:
      return unknown(ofFiles(name));
  }
}
