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

/** Of an empty list nothing is known. */
function differenceFromAll(item: unknown, models: readonly unknown[], path: string): string | null {
  const differences = models.map((model) => shapeDifference(item, model, path));
  return differences.includes(null) ? null : (differences[0] ?? null);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
