import { Type, type Static, type TSchema } from 'typebox';

/** Refuses fields it doesn't name, in requests; says in answers that these are all there are. */
export const CLOSED = { additionalProperties: false } as const;

/** The body of every answer that isn't an error. */
export function successOf<Data extends TSchema>(data: Data) {
  return Type.Object({ success: Type.Literal(true), data }, CLOSED);
}

/** The body of every error answer; see ERRORS for what `error` can be. */
export const ErrorBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ minLength: 1 }),
    details: Type.String({ minLength: 1, description: 'One sentence: what, where, how to mend it.' }),
  },
  CLOSED,
);
export type ErrorBody = Static<typeof ErrorBody>;

/** A page of a list; `next_token` is empty at the end. */
export function listOf<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item), next_token: Type.String() }, CLOSED);
}

export function nullable<Value extends TSchema>(value: Value) {
  return Type.Union([value, Type.Null()]);
}

/** An answer as it is put together: nothing in it is changed afterwards. */
export type Answer<Value> = Value extends readonly (infer Item)[]
  ? readonly Answer<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: Answer<Value[Field]> }
    : Value;
