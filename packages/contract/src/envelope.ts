import { Type, type Static, type TSchema } from 'typebox';

/** Option of an object that has no other fields: requests with others are refused, answers have none. */
export const CLOSED = { additionalProperties: false } as const;

/** Body of a successful answer. */
export function successOf<Data extends TSchema>(data: Data) {
  return Type.Object({ success: Type.Literal(true), data }, CLOSED);
}

/** Body of an error answer; `error` is one of those of ERRORS. */
export const ErrorBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ minLength: 1 }),
    details: Type.String({
      minLength: 1,
      description: 'One sentence that says where the fault is, what it is and how to mend it.',
    }),
  },
  CLOSED,
);
export type ErrorBody = Static<typeof ErrorBody>;

/** A page of a list. */
export function listOf<Item extends TSchema>(item: Item) {
  return Type.Object(
    {
      items: Type.Array(item),
      next_token: Type.String({ description: 'Token of the next page. Empty in the last page.' }),
    },
    CLOSED,
  );
}

export function nullable<Value extends TSchema>(value: Value) {
  return Type.Union([value, Type.Null()]);
}

/** Type of an answer, in which nothing is changed after it was made. */
export type Answer<Value> = Value extends readonly (infer Item)[]
  ? readonly Answer<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: Answer<Value[Field]> }
    : Value;
