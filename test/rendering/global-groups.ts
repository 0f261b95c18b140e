// Made pages whose scripts set the variables by which fingerprints know technologies.
import type { CoreTechnology } from 'wappalyzer-core';
import { sampleText } from '../../packages/technologies/test/sample-texts.ts';

/** A variable of a script with a value that a pattern accepts; null for an object. */
export interface Global {
  readonly chain: string;
  readonly value: string | null;
}

/** A technology with the variables that show it, and those of the technologies that it needs. */
export interface Made {
  readonly name: string;
  readonly globals: readonly Global[];
  /** Names of all technologies that these variables show. */
  readonly shown: readonly string[];
}

/** Maximum technologies of one page. */
const MAX_GROUP = 40;

/** The variable of a technology whose pattern can be met and counts; null if it has none. */
export function globalOf({ js }: CoreTechnology, random: () => number): Global | null {
  for (const [chain, patterns] of Object.entries(js)) {
    for (const { confidence, regex } of patterns) {
      if (confidence === 0) continue;
      if (regex.source === '(?:)') return { chain, value: null };
      const value = sampleText(regex, random);
      if (value !== null) return { chain, value };
    }
  }
  return null;
}

/** Divides technologies among pages on which none excludes another, and no variable contradicts another. */
export function groupsOf(
  made: readonly Made[],
  excludesOf: (name: string) => readonly string[],
): readonly (readonly Made[])[] {
  const groups: Group[] = [];
  for (const one of made) {
    const group = groups.find((each) => each.takes(one, excludesOf));
    if (group === undefined) groups.push(new Group(one, excludesOf));
    else group.add(one, excludesOf);
  }
  return groups.map(({ members }) => members);
}

class Group {
  readonly members: Made[] = [];
  readonly #shown = new Set<string>();
  readonly #excluded = new Set<string>();
  readonly #values = new Map<string, string | null>();

  constructor(first: Made, excludesOf: (name: string) => readonly string[]) {
    this.add(first, excludesOf);
  }

  takes({ shown, globals }: Made, excludesOf: (name: string) => readonly string[]): boolean {
    return (
      this.members.length < MAX_GROUP &&
      shown.every((name) => !this.#excluded.has(name)) &&
      shown.every((name) => excludesOf(name).every((other) => !this.#shown.has(other))) &&
      globals.every((global) => this.#agrees(global))
    );
  }

  add(made: Made, excludesOf: (name: string) => readonly string[]): void {
    this.members.push(made);
    for (const name of made.shown) {
      this.#shown.add(name);
      for (const other of excludesOf(name)) this.#excluded.add(other);
    }
    for (const { chain, value } of made.globals) {
      for (const prefix of prefixesOf(chain)) this.#values.set(prefix, null);
      this.#values.set(chain, value);
    }
  }

  #agrees({ chain, value }: Global): boolean {
    const known = this.#values.get(chain);
    return (
      (known === undefined || known === value) &&
      prefixesOf(chain).every((prefix) => (this.#values.get(prefix) ?? null) === null)
    );
  }
}

/** Chains of the objects that a variable is in: `a` and `a.b` of `a.b.c`. */
function prefixesOf(chain: string): readonly string[] {
  const parts = chain.split('.');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('.'));
}

/** A page whose script sets these variables. */
export function pageOf(group: readonly Made[]): string {
  const globals = group.flatMap((made) => made.globals);
  const data = JSON.stringify(globals.map(({ chain, value }) => [chain, value])).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html><title>Made</title><script>
for (const [chain, value] of ${data}) {
  const parts = chain.split('.');
  const last = parts.pop();
  let at = globalThis;
  for (const part of parts) at = at[part] instanceof Object ? at[part] : (at[part] = {});
  if (value !== null) at[last] = value === 'true' ? true : value;
  else if (!(at[last] instanceof Object)) at[last] = function () {};
}
</script>`;
}
