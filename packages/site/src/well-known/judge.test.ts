import { expect, test } from 'vitest';
import { labelledAnswers } from '../../test/well-known/answers.ts';
import { judgeFile } from './judge.ts';

const answers = labelledAnswers();

test('of five hundred answers of twenty kinds, those taken for files are files, and hardly one is missed', () => {
  expect(answers).toHaveLength(500);
  expect(new Set(answers.map(({ kind }) => kind)).size).toBe(20);
  const judged = answers.map((one) => ({ ...one, ...judgeFile(one.name, one.answer, one.missing) }));
  const shown = ({ kind, name, reason, answer }: (typeof judged)[number]): readonly unknown[] => [
    kind,
    name,
    answer.type,
    answer.text.slice(0, 60),
    reason,
  ];
  const taken = judged.filter(({ isReal }) => isReal);
  const wrong = taken.filter(({ real }) => !real);
  const missed = judged.filter(({ real, isReal }) => real && !isReal);
  expect(taken.length - wrong.length + missed.length).toBe(150);
  expect(wrong.map(shown)).toEqual([]);
  expect(missed.map(shown)).toEqual([]);
});
