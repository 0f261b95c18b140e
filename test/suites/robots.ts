// Cases of google/robotstxt: the expectations in robots_test.cc that ask whether an agent may fetch a URL.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRobots } from '../../packages/site/src/robots/rules.ts';
import type { SuiteCase, SuiteRun } from './suite.ts';

/** A string literal of C++, or several of them side by side, which are one. */
const LITERALS = String.raw`"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*`;

/** The statements that are read: the start of a test, a string, a change of one, an expectation. */
const STATEMENT = new RegExp(
  [
    String.raw`TEST\(\w+,\s*(?<test>\w+)\)`,
    String.raw`(?:string_view|std::string)\s+(?<name>\w+)\s*=\s*(?<value>${LITERALS})\s*;`,
    String.raw`StrAppend\(\s*&(?<changed>\w+)`,
    String.raw`EXPECT_(?<allowed>TRUE|FALSE)\(\s*IsUserAgentAllowed\((?<terms>(?:${LITERALS}|[^;"])*?)\)\s*\)\s*;`,
  ].join('|'),
  'g',
);

export function robotsSuite(folder: string): SuiteRun {
  const source = readFileSync(join(folder, 'robots_test.cc'), 'latin1');
  return { name: 'robotstxt', ...robotsCases(source) };
}

/** Reads a C++ test file, whose octets are Latin-1 here. Comments are not read. */
export function robotsCases(source: string): { cases: readonly SuiteCase[]; unread: number } {
  const cases: SuiteCase[] = [];
  let unread = 0;
  let [test, number] = ['', 0];
  const strings = new Map<string, string>();
  for (const { groups = {} } of source.replace(/^\s*\/\/.*$/gm, '').matchAll(STATEMENT)) {
    const { name, value, changed, allowed, terms } = groups;
    if (groups['test'] !== undefined) {
      [test, number] = [groups['test'], 0];
      strings.clear();
    } else if (name !== undefined && value !== undefined) {
      strings.set(name, unquoted(value));
    } else if (changed !== undefined) {
      strings.delete(changed);
    } else if (allowed !== undefined && terms !== undefined) {
      number++;
      const [file, agent, url, ...others] = termsOf(terms, strings);
      if (file == null || agent == null || url == null || others.length > 0) unread++;
      else
        cases.push({
          key: `${test} ${number}`,
          expected: allowed === 'TRUE' ? 'allowed' : 'disallowed',
          actual: verdict(file, agent, url),
        });
    }
  }
  return { cases, unread };
}

/** Values of the terms of a call; null for one that is neither a literal nor the name of a known string. */
function termsOf(terms: string, strings: ReadonlyMap<string, string>): (string | null)[] {
  const found = terms.match(new RegExp(`${LITERALS}|[^\\s,"][^,"]*`, 'g')) ?? [];
  return found.map((term) => (term.startsWith('"') ? unquoted(term) : (strings.get(term.trim()) ?? null)));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' };

function unquoted(literals: string): string {
  return (literals.match(/"(?:[^"\\]|\\.)*"/g) ?? [])
    .map((literal) =>
      literal
        .slice(1, -1)
        .replace(/\\(?:x([0-9a-fA-F]+)|(.))/g, (_found, hex: string | undefined, character: string) =>
          hex === undefined
            ? (ESCAPES[character] ?? character)
            : String.fromCharCode(Number.parseInt(hex, 16)),
        ),
    )
    .join('');
}

/** Verdict of the crawler, which asks for a path as URL writes it. */
function verdict(file: string, agent: string, url: string): string {
  const parsed = URL.parse(Buffer.from(url, 'latin1').toString());
  const path = parsed === null ? '' : parsed.pathname + parsed.search;
  return parseRobots(Buffer.from(file, 'latin1'), agent).allows(path) ? 'allowed' : 'disallowed';
}
