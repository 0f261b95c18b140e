// Answers of RE2 itself beside ours: the same patterns are accepted, and the same matches found.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { attempts, patterns, texts } from '../../packages/patterns/test/random-patterns.ts';
import { answersOfRe2, type Answer, type Question } from './re2.ts';
import { compilePattern, parsePattern } from '@sitegrep/patterns';

const CASES = 10_000;
/** Installing RE2 counts too, in milliseconds. */
const LIMIT = 600_000;

/** Asks both. @returns questions with the two answers where they differ, and how many had a match */
async function compare(
  questions: readonly Question[],
): Promise<{ readonly different: unknown[]; readonly matches: number }> {
  const theirs = await answersOfRe2(questions);
  const different: unknown[] = [];
  let matches = 0;
  for (const [index, question] of questions.entries()) {
    const their = theirs[index] ?? null;
    const our = answer(question);
    if (our === 'empty') continue;
    if (our !== null && !('error' in our)) matches++;
    if (JSON.stringify(comparable(our)) !== JSON.stringify(comparable(their)))
      different.push({ question, our, their });
  }
  return { different, matches };
}

function comparable(answer: Answer): unknown {
  return answer !== null && 'error' in answer ? 'error' : answer;
}

/** Our answer; 'empty' for a pattern that only we refuse because it matches an empty text. */
function answer({ pattern, caseSensitive, text, from }: Question): Answer | 'empty' {
  const parsed = parsePattern(pattern);
  if (!parsed.ok)
    return /empty(?: text|$)/.test(parsed.error.problem) ? 'empty' : { error: parsed.error.problem };
  const matcher = compilePattern(parsed.value, { caseSensitive });
  const found = matcher.find(text, unitsBefore(text, from));
  if (from === 0 && matcher.test(text) !== (found !== null))
    throw new Error(`test and find differ: ${pattern}`);
  if (found === null) return null;
  const span = [charactersBefore(text, found.start), charactersBefore(text, found.end)] as const;
  return { span, groups: found.captures, names: found.names };
}

function unitsBefore(text: string, characters: number): number {
  return Array.from(text).slice(0, characters).join('').length;
}

function charactersBefore(text: string, units: number): number {
  return Array.from(text.slice(0, units)).length;
}

it(
  'finds the matches and captures that RE2 finds, with case and without, from any position',
  async () => {
    const question = fc.record({
      pattern: patterns,
      caseSensitive: fc.boolean(),
      text: texts,
      from: fc.constantFrom(0, 0, 0, 1, 2, 5),
    });
    const questions = fc.sample(
      question.map((one) => ({ ...one, from: Math.min(one.from, Array.from(one.text).length) })),
      { numRuns: CASES },
    );
    const { different, matches } = await compare(questions);
    expect(different.slice(0, 5)).toEqual([]);
    expect(matches).toBeGreaterThan(CASES / 10);
  },
  LIMIT,
);

it(
  'accepts the patterns that RE2 accepts, but for those that match an empty text or a part of a character',
  async () => {
    const written = fc.sample(attempts, { numRuns: CASES }).filter((pattern) => !pattern.includes('\\C'));
    const answers = await answersOfRe2(
      written.map((pattern) => ({ pattern, caseSensitive: true, text: '', from: 0 })),
    );
    const different: string[] = [];
    let accepted = 0;
    for (const [index, pattern] of written.entries()) {
      const parsed = parsePattern(pattern);
      const their = answers[index] ?? null;
      const isAccepted = their === null || !('error' in their);
      if (!parsed.ok && parsed.error.problem.includes('empty text')) continue;
      if (parsed.ok !== isAccepted) different.push(pattern);
      if (parsed.ok) accepted++;
    }
    expect(different).toEqual([]);
    expect(accepted).toBeGreaterThan(CASES / 50);
  },
  LIMIT,
);
