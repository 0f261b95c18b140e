/*
 * Answers that differ from a good one in one place, as upstreams change them: a member more, a member less, a member of
 * another type.
 */
import type { Reply } from './upstream.ts';

export interface Spoilt {
  /** Path of the changed field: `organic[0].title`. */
  readonly path: string;
  readonly reply: Reply;
}

/** Maximum paths in the JSON of a reply that are changed; bounds the tests that follow from one answer. */
const MAX_PATHS = 400;

/** The reply with unknown members in each of its objects. */
export function withMore(reply: Reply): Reply {
  return { ...reply, json: extended(reply.json) };
}

function extended(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extended);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, extended(member)]);
  return { ...Object.fromEntries(members), new_since_then: [{ kind: 'unknown', values: [1, null] }] };
}

/** The reply without one member or item, once for each. */
export function withLess(reply: Reply): readonly Spoilt[] {
  return replaced(reply, () => undefined);
}

/** The reply with null for one value, once for each. */
export function withNull(reply: Reply): readonly Spoilt[] {
  return replaced(reply, () => null);
}

/** The reply with a value of another type at one path, once for each. */
export function withOtherTypes(reply: Reply): readonly Spoilt[] {
  return replaced(reply, (value) => (isObject(value) ? ['not', 'an', 'object'] : { not: 'that' }));
}

function replaced(reply: Reply, other: (value: unknown) => unknown): readonly Spoilt[] {
  return pathsIn(reply.json)
    .slice(0, MAX_PATHS)
    .map((names) => ({
      path: names.map((name) => (typeof name === 'number' ? `[${name}]` : `.${name}`)).join(''),
      reply: { ...reply, json: changed(reply.json, names, other) },
    }));
}

type Names = readonly (string | number)[];

function pathsIn(value: unknown, at: Names = []): readonly Names[] {
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? Array.from(value.entries())
    : isObject(value)
      ? Object.entries(value)
      : [];
  return members.flatMap(([name, member]) => [[...at, name], ...pathsIn(member, [...at, name])]);
}

function changed(value: unknown, [name, ...rest]: Names, other: (value: unknown) => unknown): unknown {
  if (name === undefined) return other(value);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => (index === name ? changed(item, rest, other) : item));
    return items.filter((item) => item !== undefined);
  }
  return isObject(value) ? { ...value, [name]: changed(value[name], rest, other) } : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether a value has the form of another one: the same members everywhere, in lists the members of any of the other's
 * items; a scalar of the same type, or null where it may be.
 *
 * @returns the path of the first difference; null if there is none
 */
export function shapeDifference(value: unknown, model: unknown, path = 'the answer'): string | null {
  if (Array.isArray(model)) {
    if (!Array.isArray(value)) return path;
    return value
      .map((item, index) => differenceFromAll(item, model, `${path}[${index}]`))
      .reduce<string | null>((first, next) => first ?? next, null);
  }
  if (isObject(model)) {
    if (!isObject(value)) return path;
    const names = new Set([...Object.keys(model), ...Object.keys(value)]);
    for (const name of names) {
      if (!Object.hasOwn(model, name) || !Object.hasOwn(value, name)) return `${path}.${name}`;
      const difference = shapeDifference(value[name], model[name], `${path}.${name}`);
      if (difference !== null) return difference;
    }
    return null;
  }
  if (Array.isArray(value) || isObject(value)) return path;
  return model === null || value === null || typeof value === typeof model ? null : path;
}

/** Difference of an item from the most similar one of a list; nothing is known of an empty list. */
function differenceFromAll(item: unknown, models: readonly unknown[], path: string): string | null {
  const differences = models.map((model) => shapeDifference(item, model, path));
  return differences.includes(null) ? null : (differences[0] ?? null);
}
