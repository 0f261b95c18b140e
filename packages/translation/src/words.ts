// Texts that engines compare word by word. None of them says where its words end, so a text is bounded: from what has it between
// blanks to what has its words in a row, within other words, too.
import { type Formula, NONE } from './formula.ts';
import { type Leaf, unknown } from './meaning.ts';
import { anyPattern, anyText, escaped, header, pattern, type Scope } from './parts.ts';
import { writtenForms } from './titles.ts';

/** Matches a word; a letter of a script without cases may be one by itself. */
const WORDS = /\p{Lo}|(?:(?!\p{Lo})[\p{L}\p{N}])+/gu;
const WHOLE_WORDS = 'the engine compares words, and does not say where they end';
const ALONE = /^\p{Lo}$/u;

/** A text whose words an engine looks for in a row. @param value as it is shown */
export function wordsIn(value: string, scope: Scope): Leaf {
  const words = value.match(WORDS) ?? [];
  if (words.length === 0) return unknown('it has no word');
  if (scope === 'url' && /[^\p{ASCII}]/u.test(value))
    return unknown('addresses are stored with such characters encoded');
  return {
    kind: 'between',
    most: inARow(words, scope),
    least: betweenBlanks(value.trim(), scope),
    lost: 'whole-word matching in',
    reason: WHOLE_WORDS,
  };
}

/** Words in a row in the value of a header field. */
export function wordsOfHeader(name: string, value: string): Leaf {
  const words = value.match(WORDS) ?? [];
  if (words.length === 0) return unknown('it has no word');
  const [only = ''] = words;
  const inOne = words.map(escaped).join(String.raw`[^\p{L}\p{N}\n]+`);
  return {
    kind: 'between',
    most:
      words.length === 1
        ? header(name, only, 'part')
        : pattern(`(?m)^${escaped(name)}: .*${inOne}`, 'headers'),
    least: pattern(String.raw`(?m)^${escaped(name)}: (?:.*\s)?${escaped(value.trim())}(?:\s|$)`, 'headers'),
    lost: 'whole-word matching in',
    reason: WHOLE_WORDS,
  };
}

function inARow(words: readonly string[], scope: Scope): Formula {
  const [only = ''] = words;
  if (words.length === 1) return anyText(formsIn(only, scope), scope);
  // In a title, what stands between words may be written by name: `&amp;`.
  const other = scope === 'title' ? String.raw`(?:[^\p{L}\p{N}]|&#?\w+;)` : String.raw`[^\p{L}\p{N}]`;
  const parts = words.map((word, at) => {
    const forms = formsIn(word, scope).map(escaped);
    const written = forms.length === 1 ? forms.join('') : `(?:${forms.join('|')})`;
    if (at === 0) return written;
    const isClose = ALONE.test(word) || ALONE.test(words[at - 1] ?? '');
    return `${other}${isClose ? '*' : '+'}${written}`;
  });
  return pattern(parts.join(''), scope);
}

function betweenBlanks(value: string, scope: Scope): Formula {
  // An address has no blanks.
  if (scope === 'url') return NONE;
  const forms = formsIn(value, scope).map((form) => String.raw`(?:^|\s)${escaped(form)}(?:\s|$)`);
  return anyPattern(forms, scope);
}

function formsIn(value: string, scope: Scope): readonly string[] {
  return scope === 'title' ? writtenForms(value) : [value];
}
