import type { Noise } from '../noise.ts';
import { type DiffUnit, type Hunk, lineDiff } from './hunks.ts';
import { type Lines, lineText } from './lines.ts';

/** Maximum length of a text, in UTF-16 units: longer ones end at a line, and say so. */
const MAX_TEXT = 4 * 1_048_576;
/** Maximum length of a line in it. */
const MAX_LINE_TEXT = 65_536;

/** A difference as text. */
export interface UnifiedDiff {
  /**
   * A text in unified format with three lines of context. The line before it says how many values change on every visit and are left
   * out, if any are; of sources that differ in noise alone it is all. Lines that are equal but for noise are those of the first source. A
   * line that begins with a backslash is a note, as programs that apply patches know it.
   */
  readonly text: string;
  readonly unit: DiffUnit;
  /** True if lines of more than 400 units were broken at tags: then the text cannot be applied as a patch. */
  readonly broken: boolean;
  /** True if notes in the text say that something is not shown. */
  readonly isCut: boolean;
  /** Values that change on every visit, differ between the sources and are left out. */
  readonly leftOut: number;
}

/** Names of two sources, one line each. */
export interface DiffNames {
  readonly a: string;
  readonly b: string;
}

/** The difference of two sources by lines. */
export function unifiedDiff(a: string, b: string, noise: Noise, names: DiffNames): UnifiedDiff {
  const diff = lineDiff(a, b, noise);
  const output = new UnifiedText();
  if (diff.leftOut > 0) output.add(`${leftOutText(diff.leftOut)}\n`);
  if (diff.hunks.length > 0) output.add(`--- ${oneLine(names.a)}\n+++ ${oneLine(names.b)}\n`);
  for (const hunk of diff.hunks) addHunk(output, hunk, diff.a, diff.b);
  return {
    text: output.text(),
    unit: diff.unit,
    broken: diff.a.broken || diff.b.broken,
    isCut: output.isCut,
    leftOut: diff.leftOut,
  };
}

/** Says how many values that change on every visit are left out. */
function leftOutText(count: number): string {
  return count === 1
    ? '1 value that changes on every visit is left out'
    : `${count.toLocaleString('en')} values that change on every visit are left out`;
}

function oneLine(name: string): string {
  return name.replaceAll(/[\r\n]+/g, ' ');
}

function addHunk(output: UnifiedText, hunk: Hunk, a: Lines, b: Lines): void {
  const aRange = rangeText(a.before, hunk.aStart, hunk.aEnd);
  const bRange = rangeText(b.before, hunk.bStart, hunk.bEnd);
  output.add(`@@ -${aRange} +${bRange} @@\n`);
  let line = hunk.aStart;
  for (const change of hunk.changes) {
    for (; line < change.aStart; line++) output.addLine(' ', a, line);
    for (; line < change.aEnd; line++) output.addLine('-', a, line);
    for (let added = change.bStart; added < change.bEnd; added++) output.addLine('+', b, added);
  }
  for (; line < hunk.aEnd; line++) output.addLine(' ', a, line);
}

/** A range of lines in the header of a hunk; an empty one names the line before it. */
function rangeText(before: number, start: number, end: number): string {
  const count = end - start;
  return `${before + start + (count === 0 ? 0 : 1)},${count}`;
}

class UnifiedText {
  isCut = false;
  readonly #parts: string[] = [];
  #length = 0;
  #linesLeftOut = 0;

  add(part: string): void {
    if (this.#length > MAX_TEXT) return;
    this.#parts.push(part);
    this.#length += part.length;
  }

  addLine(sign: ' ' | '-' | '+', lines: Lines, line: number): void {
    if (this.#length > MAX_TEXT) {
      this.isCut = true;
      this.#linesLeftOut += 1;
      return;
    }
    const whole = lineText(lines, line);
    const text = whole.length > MAX_LINE_TEXT ? whole.slice(0, MAX_LINE_TEXT).toWellFormed() : whole;
    this.add(sign + text);
    if (text !== whole) {
      this.isCut = true;
      this.add(`\n\\ ${whole.length - MAX_LINE_TEXT} more characters are not shown\n`);
    } else if (!text.endsWith('\n')) {
      const isLast = lines.starts[line + 1] === lines.source.length;
      this.add(isLast ? '\n\\ No newline at end of file\n' : '\n');
    }
  }

  text(): string {
    const note = this.#linesLeftOut === 0 ? '' : `\\ ${this.#linesLeftOut} more lines are not shown\n`;
    return this.#parts.join('') + note;
  }
}
