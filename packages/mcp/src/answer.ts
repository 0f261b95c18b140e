// Answers of tools, which are bounded: a model pays for each character.
import { marked, seenJson } from './strangers.ts';

/** Maximum characters of the data in an answer, about six to eight thousand tokens. */
export const MAX_DATA = 24_000;

export interface ToolAnswer {
  /** Sentences of ours: what was found, what was left out, and how to go on. */
  readonly text: string;
  /** Words of websites, at most `MAX_DATA` characters; absent: nothing. */
  readonly data?: string;
}

/** The parts of an answer, in the order in which a model reads them. */
export function partsOf({ text, data }: ToolAnswer): readonly string[] {
  if (data === undefined || data === '') return [text];
  const { notice, text: between } = marked(data);
  return [`${text}\n\n${notice}`, between];
}

/** Items that fit into an answer. */
interface Fitted {
  /** A line of JSON for each. */
  readonly data: string;
  readonly count: number;
  /** Sentences about parts of items that were left out; empty if there are none. */
  readonly note: string;
}

/** Renders items from the first on, as many as fit; an item that is too large by itself is shortened. */
export function fitted(items: readonly unknown[]): Fitted {
  const lines: string[] = [];
  let size = 0;
  let note = '';
  for (const item of items) {
    const { line, cut } = lineOf(known(item));
    if (lines.length > 0 && size + line.length + 1 > MAX_DATA) break;
    lines.push(line);
    size += line.length + 1;
    if (cut !== '') note = cut;
  }
  return { data: lines.join('\n'), count: lines.length, note };
}

/** A part of a list. */
interface Part<Item> {
  readonly items: readonly Item[];
}

/**
 * Asks for a part of a list whose items all fit into an answer: where they don't, for a smaller part, so that what comes after
 * it can be asked for.
 */
export async function askFitting<Item, Got extends Part<Item>>(
  limit: number,
  ask: (limit: number) => Promise<Got & Part<Item>>,
  shown: (item: Item) => unknown = (item) => item,
): Promise<{ readonly part: Got; readonly fit: Fitted }> {
  for (let wanted = limit; ;) {
    const part = await ask(wanted);
    const fit = fitted(part.items.map(shown));
    if (fit.count === part.items.length) return { part, fit };
    wanted = fit.count;
  }
}

/** Maximum characters of a text and items of a list within an item, from the most to the least. */
const LADDER = [
  { text: 2_000, list: 200 },
  { text: 500, list: 50 },
  { text: 200, list: 20 },
  { text: 80, list: 5 },
  { text: 40, list: 1 },
] as const;

function lineOf(item: unknown): { readonly line: string; readonly cut: string } {
  const whole = seenJson(item);
  if (whole.length < MAX_DATA) return { line: whole, cut: '' };
  for (const bounds of LADDER) {
    const line = seenJson(shortened(item, bounds));
    if (line.length >= MAX_DATA) continue;
    const cut = `Long items are shortened: texts to ${bounds.text} characters, lists to ${bounds.list} entries.`;
    return { line, cut };
  }
  return {
    line: seenJson('an item that is too large to be shown'),
    cut: 'An item is too large to be shown.',
  };
}

function shortened(value: unknown, bounds: (typeof LADDER)[number]): unknown {
  if (typeof value === 'string') {
    const characters = value.length > bounds.text ? Array.from(value) : [];
    if (characters.length <= bounds.text) return value;
    return `${characters.slice(0, bounds.text).join('')}… (${characters.length} characters)`;
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, bounds.list).map((one) => shortened(one, bounds));
    return value.length > bounds.list ? [...shown, `… (${value.length} entries)`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const shown = entries.slice(0, bounds.list).map(([name, one]) => [name, shortened(one, bounds)] as const);
  return Object.fromEntries(shown);
}

/** Leaves out fields without a value: null, empty texts, lists and objects. */
function known(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** `3 are below`. */
export function below(count: number): string {
  return `${count} ${count === 1 ? 'is' : 'are'} below`;
}

/** `3 domains`, `1 domain`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** Joins sentences, without the empty ones. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
