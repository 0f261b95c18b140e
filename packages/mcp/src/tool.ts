import { checker, sentence } from '@sitegrep/contract';
import type { Static, TObject, TSchema } from 'typebox';
import type { ToolAnswer } from './answer.ts';
import type { Ask, Scope } from './port.ts';

/** A tool as a model sees it, and what it does. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly input: { readonly type: 'object'; readonly [keyword: string]: unknown };
  /** Scope of the operation that it calls: only keys with it have the tool. */
  readonly scope: Scope;
  /** Whether it changes something. */
  readonly changes: boolean;
  /** @throws WrongArguments, SitegrepError */
  readonly run: (given: unknown, ask: Ask) => Promise<ToolAnswer>;
}

/** Arguments that a tool does not take; the message is a sentence with the remedy. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

interface About<Input extends TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly scope: Scope;
  readonly changes?: boolean;
  readonly run: (given: Static<Input>, ask: Ask) => Promise<ToolAnswer>;
}

/** Makes a tool, which checks its arguments. */
export function tool<Input extends TObject>({ input, run, changes = false, ...about }: About<Input>): Tool {
  const check = checker(input);
  return {
    ...about,
    changes,
    input: { type: 'object', ...plainSchema(input) },
    run: async (given, ask) => {
      const checked = check(given);
      if (!checked.ok) throw new WrongArguments(sentence(checked.problem).replace(/^The body/, 'arguments'));
      return run(checked.value, ask);
    },
  };
}

/** A schema in the keywords that clients know, with a type for each list of choices. */
function plainSchema(schema: TSchema): Record<string, unknown> {
  const plain = withoutOwnKeywords(JSON.parse(JSON.stringify(schema)));
  return typeof plain === 'object' && plain !== null ? { ...plain } : {};
}

function withoutOwnKeywords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwnKeywords);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([name]) => !name.startsWith('x-') && !name.startsWith('~'))
    .map(([name, one]) => [name, withoutOwnKeywords(one)] as const);
  const isChoice = 'enum' in value && !('type' in value);
  return Object.fromEntries(isChoice ? [['type', 'string'], ...kept] : kept);
}
