// Parameters of addresses. They are texts as they stand: a query such as 123 stays one.

type Given = Readonly<Record<string, unknown>>;

/** The parameters of a page that are given and not empty. */
export function readParameters<const Name extends string>(
  given: Given,
  names: readonly Name[],
): { readonly [One in Name]?: string } {
  const read: { [One in Name]?: string } = {};
  for (const name of names) {
    const value = given[name];
    if (typeof value === 'string' && value !== '') read[name] = value;
  }
  return read;
}

/** Reads what stands behind the path of an address. */
export function readSearch(text: string): Given {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes parameters as they stand behind the path; empty ones are left out. */
export function writeSearch(given: Given): string {
  const entries = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}
