import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ours, readReferences } from '../test/reference.ts';

const references = readReferences(readFileSync(new URL('../test/reference.jsonl', import.meta.url), 'utf8'));

it.each(references.map((reference) => [reference.name, reference] as const))(
  'reads %s as the packages of Python do',
  (_name, reference) => expect(ours(reference)).toEqual(reference),
);
