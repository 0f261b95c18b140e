import { badAnswer } from './failure.ts';
import { timeOf } from './text/dates.ts';
import { foldSpace } from './text/plain-text.ts';

/**
 * A value in an upstream's answer, by its path. What is absent or null reads as null, or as an empty list; what is of
 * another type than was requested ends the reading with its path.
 *
 * Every method throws ProviderFailure bad_answer.
 */
export class Field {
  readonly #value: unknown;
  readonly #parent: Field | null;
  readonly #name: string | number;

  /** @param parent value that it is a member of, by name or index; null for the answer itself */
  constructor(value: unknown, parent: Field | null, name: string | number) {
    this.#value = value ?? null;
    this.#parent = parent;
    this.#name = name;
  }

  /** `items[3].title`; computed only when it is needed, for an error. */
  get path(): string {
    if (this.#parent === null) return ROOT;
    if (typeof this.#name === 'number') return `${this.#parent.path}[${this.#name}]`;
    return this.#parent.#parent === null ? this.#name : `${this.#parent.path}.${this.#name}`;
  }

  get isAbsent(): boolean {
    return this.#value === null;
  }

  /** A member, or a member of a member: `at('channel', 'name')`; a number is an index of a list. */
  at(...names: readonly (string | number)[]): Field {
    return names.reduce<Field>((field, name) => field.#member(name), this);
  }

  #member(name: string | number): Field {
    if (this.isAbsent) return new Field(null, this, name);
    if (typeof name === 'number') return new Field(this.#array()[name], this, name);
    const members = this.#object();
    return new Field(Object.hasOwn(members, name) ? members[name] : null, this, name);
  }

  /** The field itself. @throws ProviderFailure bad_answer if it is absent */
  present(): Field {
    if (this.isAbsent) throw badAnswer(this.path, 'is missing');
    return this;
  }

  /** Empty if absent. */
  list(): readonly Field[] {
    if (this.isAbsent) return [];
    return this.#array().map((item, index) => new Field(item, this, index));
  }

  /** Names and values of an object; empty if absent. */
  entries(): readonly (readonly [name: string, field: Field])[] {
    if (this.isAbsent) return [];
    return Object.entries(this.#object()).map(([name, value]) => [name, new Field(value, this, name)]);
  }

  /** The text as it is; null if absent. */
  string(): string | null {
    if (this.isAbsent) return null;
    if (typeof this.#value !== 'string') throw this.#notA('a string');
    return this.#value;
  }

  /** White space folded; null if absent or nothing is left. */
  text(): string | null {
    const text = this.string();
    return text === null ? null : foldSpace(text) || null;
  }

  /** The text of a member; null if there is none, whatever the form of the answer: that of an error may be any. */
  textIn(name: string): string | null {
    if (this.form !== 'object') return null;
    const member = this.at(name);
    return member.form === 'string' ? member.text() : null;
  }

  /** Texts of a list, without empty ones. */
  texts(): readonly string[] {
    return this.list().flatMap((item) => item.text() ?? []);
  }

  /** A moment, written with its zone (`2025-10-27 08:00:00 +00:00`), in milliseconds since the epoch. */
  time(): number | null {
    const text = this.string();
    const time = text === null ? null : timeOf(text);
    if (text !== null && time === null) throw badAnswer(this.path, 'is not a time');
    return time;
  }

  boolean(): boolean | null {
    if (this.isAbsent) return null;
    if (typeof this.#value !== 'boolean') throw this.#notA('a boolean');
    return this.#value;
  }

  number(): number | null {
    if (this.isAbsent) return null;
    if (typeof this.#value !== 'number') throw this.#notA('a number');
    return this.#value;
  }

  integer(): number | null {
    const number = this.number();
    if (number !== null && !Number.isSafeInteger(number)) throw this.#notA('an integer');
    return number;
  }

  /** An integer ≥ 0. */
  count(): number | null {
    const count = this.integer();
    if (count !== null && count < 0) throw this.#notA('a count');
    return count;
  }

  /** A count that the upstream writes in digits (`"1234"`), or as a number. */
  digits(): number | null {
    if (typeof this.#value !== 'string') return this.count();
    const count = /^\d{1,15}$/.test(this.#value) ? Number(this.#value) : null;
    if (count === null) throw this.#notA('a count');
    return count;
  }

  /** Form of the value, for fields that have several. */
  get form(): 'absent' | 'string' | 'number' | 'boolean' | 'list' | 'object' {
    const value = this.#value;
    if (value === null) return 'absent';
    if (Array.isArray(value)) return 'list';
    if (typeof value === 'string') return 'string';
    if (typeof value === 'number') return 'number';
    return typeof value === 'boolean' ? 'boolean' : 'object';
  }

  #array(): readonly unknown[] {
    if (!Array.isArray(this.#value)) throw this.#notA('a list');
    return this.#value;
  }

  #object(): Readonly<Record<string, unknown>> {
    if (!isObject(this.#value)) throw this.#notA('an object');
    return this.#value;
  }

  /** Describes the form of the value, never the value itself, which may contain the query. */
  #notA(wanted: string): Error {
    return badAnswer(this.path, `is ${FORMS[this.form]}, not ${wanted}`);
  }
}

const FORMS = {
  absent: 'absent',
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  list: 'a list',
  object: 'an object',
} as const;

const ROOT = 'the answer';

/** A complete answer, as it was parsed from JSON. */
export function rootField(value: unknown): Field {
  return new Field(value, null, ROOT);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
