import { Type, type Static, type TObject } from 'typebox';
import { CLOSED } from './envelope.ts';
import { type Checked, checker } from './validation.ts';

/** For operations that take all they need in path and body: in the query string it would go unnoticed. */
export const NoParameters = Type.Object({}, CLOSED);

/**
 * Compiles a schema of query parameters: one that is an integer or a boolean by the schema is read as that. The function
 * takes the parsed query string, in which a parameter that was given more than once is an array.
 */
export function parameterChecker<Schema extends TObject>(
  schema: Schema,
): (query: unknown) => Checked<Static<Schema>> {
  const check = checker(schema);
  const types = new Map(
    Object.entries(schema.properties).flatMap(([name, rule]) =>
      'type' in rule ? [[name, rule.type] as const] : [],
    ),
  );
  return (query) => {
    const given = Object.entries(typeof query === 'object' && query !== null ? query : {});
    const repeated = given.find(([, value]) => Array.isArray(value));
    if (repeated !== undefined) {
      const problem = {
        field: `Parameter "${repeated[0]}"`,
        problem: 'is given more than once',
        remedy: 'give it once',
      };
      return { ok: false, problem };
    }
    const read = given.map(([name, value]) => [name, valueIn(types.get(name), value)]);
    return check(Object.fromEntries(read));
  };
}

/** @returns the text itself if it is not of the type, so that the problem can show it */
function valueIn(type: unknown, text: unknown): unknown {
  if (type === 'integer') return integerIn(text);
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

function integerIn(text: unknown): unknown {
  return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
