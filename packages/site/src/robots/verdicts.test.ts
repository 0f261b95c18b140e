import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KNOWN_AGENTS } from './agents.ts';
import { ALLOW_ALL, parseRobots } from './rules.ts';
import { verdictsOn } from './verdicts.ts';

/** The verdict on one agent. */
function verdictOn(agent: string, file: string): string | undefined {
  const { verdicts } = parseRobots(Buffer.from(file), 'sitegrep');
  return verdictsOn(verdicts).find((one) => one.agent === agent)?.verdict;
}

test.each([
  ['no rule', '', 'allowed'],
  ['a group of another agent', 'User-agent: CCBot\nDisallow: /', 'allowed'],
  ['all disallowed', 'User-agent: GPTBot\nDisallow: /', 'blocked'],
  ['all disallowed, in other case', 'USER-AGENT: gptbot/1.1\ndisallow: /*', 'blocked'],
  ['the group of all agents', 'User-agent: *\nDisallow: /', 'blocked'],
  ['an own group instead of that', 'User-agent: *\nDisallow: /\n\nUser-agent: GPTBot\nDisallow:', 'allowed'],
  [
    'two groups of its own',
    'User-agent: GPTBot\nDisallow: /a\n\nUser-agent: x\nDisallow:\n\nUser-agent: GPTBot\nDisallow: /',
    'blocked',
  ],
  ['a heading of several agents', 'User-agent: CCBot\nUser-agent: GPTBot\nDisallow: /', 'blocked'],
  ['one folder', 'User-agent: GPTBot\nDisallow: /private/', 'partly'],
  ['all but one folder', 'User-agent: GPTBot\nDisallow: /\nAllow: /blog/', 'partly'],
  ['all but robots.txt', 'User-agent: GPTBot\nDisallow: /\nAllow: /robots.txt', 'blocked'],
  ['Allow of the same length', 'User-agent: GPTBot\nDisallow: /\nAllow: /', 'allowed'],
  ['a longer rule for all', 'User-agent: GPTBot\nAllow: /\nDisallow: /*', 'blocked'],
  ['the home page alone', 'User-agent: GPTBot\nDisallow: /$', 'partly'],
  ['all with an end', 'User-agent: GPTBot\nDisallow: /*$', 'blocked'],
  ['a path that no URL has', 'User-agent: GPTBot\nDisallow: private', 'allowed'],
  ['rules of no group', 'Disallow: /', 'allowed'],
])('%s', (_, file, verdict) => {
  expect(verdictOn('GPTBot', file)).toBe(verdict);
});

test('every known agent has a verdict, in code point order of names', () => {
  const names = verdictsOn(ALLOW_ALL.verdicts).map(({ agent }) => agent);
  expect(names).toEqual(KNOWN_AGENTS.map(({ name }) => name));
  expect(names).toEqual(names.toSorted());
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(30);
  for (const name of names) expect(name).toMatch(/^[A-Za-z_-]+$/);
});

test('whatever the rules: blocked means that no path may be fetched, and allowed that each may', () => {
  const pattern = fc
    .array(fc.constantFrom('/', 'a', '*'), { maxLength: 3 })
    .chain((parts) => fc.constantFrom(`/${parts.join('')}`, `/${parts.join('')}$`, parts.join('')));
  const rule = fc.record({ name: fc.constantFrom('Allow', 'Disallow'), pattern });
  const paths = ['/'];
  for (const path of paths) if (path.length < 5) paths.push(`${path}/`, `${path}a`, `${path}c`);
  const seen = new Set<string | undefined>();
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), (rules) => {
      const file = `User-agent: GPTBot\n${rules.map((one) => `${one.name}: ${one.pattern}\n`).join('')}`;
      const ofAgent = parseRobots(Buffer.from(file), 'GPTBot');
      const allowed = new Set(paths.map((path) => ofAgent.allows(path)));
      const verdict = verdictOn('GPTBot', file);
      seen.add(verdict);
      // An Allow with a longer Disallow for the same paths counts as some.
      const isMixed = allowed.size === 2 || rules.some(({ name }) => name === 'Allow');
      return verdict === 'partly' ? isMixed : allowed.size === 1 && allowed.has(verdict === 'allowed');
    }),
    { numRuns: 2_000 },
  );
  expect(seen).toEqual(new Set(['allowed', 'blocked', 'partly']));
});
