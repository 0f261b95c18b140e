// What a robots.txt allows each known agent: nothing, some, or all. Decided while the file is read, in constant memory for an agent.
import type { AgentVerdict, AgentVerdicts, RobotsVerdict } from '../site-answers.ts';
import { KNOWN_AGENTS } from './agents.ts';

/** The lengths of the rules of a group that decide; -1 if there is none. A longer rule goes before, and Allow between equal ones. */
interface Decisive {
  /** Longest Disallow, and the longest one that is for every path. */
  disallow: number;
  disallowAll: number;
  /** Longest Allow, and the longest one for every path; rules for `/robots.txt` don't count, since that may always be fetched. */
  allow: number;
  allowAll: number;
}

/** A rule as it is compared. */
export interface ComparedRule {
  readonly allow: boolean;
  /** Its pattern without a `$` at its end. */
  readonly pattern: string;
  readonly anchored: boolean;
  readonly length: number;
}

/** Verdicts of a robots.txt without rules. */
export const ALL_ALLOWED: AgentVerdicts = { others: 'allowed', named: [] };

/** Reads the groups of a robots.txt for all known agents. */
export class VerdictReader {
  readonly #general = noRules();
  readonly #named = new Map<string, Decisive>();
  readonly #current = new Set<Decisive>();

  /** Begins a group. */
  begin(): void {
    this.#current.clear();
  }

  /** Adds an agent to the group. @param product product token in lower case; null stands for all agents */
  add(product: string | null): void {
    if (product !== null && !TOKENS.has(product)) return;
    const group = product === null ? this.#general : (this.#named.get(product) ?? noRules());
    if (product !== null) this.#named.set(product, group);
    this.#current.add(group);
  }

  /** Adds a rule to the group. */
  rule({ allow, pattern, anchored, length }: ComparedRule): void {
    if (!/^[/*]/.test(pattern)) return;
    if (pattern === '/robots.txt') return;
    const isForAll = (anchored ? ALL_ANCHORED : ALL).test(pattern);
    for (const group of this.#current) {
      if (allow) {
        group.allow = Math.max(group.allow, length);
        if (isForAll) group.allowAll = Math.max(group.allowAll, length);
      } else {
        group.disallow = Math.max(group.disallow, length);
        if (isForAll) group.disallowAll = Math.max(group.disallowAll, length);
      }
    }
  }

  verdicts(): AgentVerdicts {
    const others = verdictOf(this.#general);
    const named = KNOWN_AGENTS.flatMap(({ name }) => {
      const group = this.#named.get(name.toLowerCase());
      const verdict = group === undefined ? others : verdictOf(group);
      return verdict === others ? [] : [{ agent: name, verdict }];
    });
    return named.length === 0 && others === 'allowed' ? ALL_ALLOWED : { others, named };
  }
}

/** The verdict on each known agent, in code point order of their names; none if robots.txt was not read. */
export function verdictsOn(verdicts: AgentVerdicts | null): readonly AgentVerdict[] {
  if (verdicts === null) return [];
  const named = new Map(verdicts.named.map(({ agent, verdict }) => [agent, verdict]));
  return KNOWN_AGENTS.map(({ name }) => ({ agent: name, verdict: named.get(name) ?? verdicts.others }));
}

const TOKENS: ReadonlySet<string> = new Set(KNOWN_AGENTS.map(({ name }) => name.toLowerCase()));

/** Patterns that match every path, which begins with a slash. */
const ALL = /^(?:\/\**|\*+(?:\/\**)?)$/;
const ALL_ANCHORED = /^(?:\/?\*+|\*+\/\*+)$/;

function noRules(): Decisive {
  return { disallow: -1, disallowAll: -1, allow: -1, allowAll: -1 };
}

function verdictOf({ disallow, disallowAll, allow, allowAll }: Decisive): RobotsVerdict {
  if (disallow === -1 || allowAll >= disallow) return 'allowed';
  return disallowAll > allow ? 'blocked' : 'partly';
}
