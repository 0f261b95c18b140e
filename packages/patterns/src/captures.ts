import { has, NEW_LINE, WORD } from './char-set.ts';
import { assertionOf, KIND, type Program } from './program.ts';

/**
 * Finds what the groups of a match captured: a machine in several states at once, each with the borders of the groups on
 * its way (Pike). If two ways reach a state, the preferred one stays.
 *
 * @param program one that stores the borders of groups
 * @param start of the match in the text
 * @param groups number of groups
 * @param onWork called after each fraction of a second of work
 * @returns start and end of each group in turn, -1 for a group that took no part
 */
export function capturesOf(
  program: Program,
  text: string,
  start: number,
  groups: number,
  onWork: () => void,
): readonly number[] {
  const { kinds, next, operands, sets } = program;
  const seen = new Int32Array(kinds.length).fill(-1);
  let threads: readonly Thread[] = [
    { at: program.start, borders: Array.from({ length: 2 * groups }, () => -1) },
  ];
  let captures: readonly number[] = [];
  let work = 0;
  for (let position = start; threads.length > 0;) {
    const code = text.codePointAt(position) ?? -1;
    const reached: Thread[] = [];
    const stack = threads.toReversed();
    for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
      const { at, borders } = thread;
      if (seen[at] === position) continue;
      seen[at] = position;
      const following = next[at] ?? 0;
      const operand = operands[at] ?? 0;
      const kind = kinds[at];
      if (kind === KIND.match) {
        captures = borders;
        break;
      }
      if (kind === KIND.fork) stack.push({ at: operand, borders }, { at: following, borders });
      else if (kind === KIND.border)
        stack.push({ at: following, borders: borders.with(operand - 2, position) });
      else if (kind === KIND.assertion) {
        if (holds(operand, text, position)) stack.push({ at: following, borders });
      } else if (code !== -1 && has(sets[operand] ?? [], code)) reached.push({ at: following, borders });
    }
    threads = reached;
    work += reached.length + 1;
    if (work >= WORK) {
      work = 0;
      onWork();
    }
    position += code > 0xffff ? 2 : 1;
  }
  return captures;
}

/** Work between two calls of `onWork`, in threads. */
const WORK = 1 << 14;

interface Thread {
  /** The instruction that is next. */
  readonly at: number;
  readonly borders: readonly number[];
}

function holds(test: number, text: string, position: number): boolean {
  switch (assertionOf(test)) {
    case 'text start':
      return position === 0;
    case 'text end':
      return position === text.length;
    case 'line start':
      return position === 0 || text.charCodeAt(position - 1) === NEW_LINE;
    case 'line end':
      return position === text.length || text.charCodeAt(position) === NEW_LINE;
    case 'word edge':
      return isWord(text, position - 1) !== isWord(text, position);
    case 'no word edge':
      return isWord(text, position - 1) === isWord(text, position);
  }
}

function isWord(text: string, position: number): boolean {
  return position >= 0 && position < text.length && has(WORD, text.charCodeAt(position));
}
