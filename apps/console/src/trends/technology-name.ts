/** The technology that a query asks for and nothing else; null: it asks for more, or for something else. */
export function technologyIn(query: string): string | null {
  const [, quoted, plain] = /^tech:(?:"((?:[^"\\]|\\.)+)"|([^\s"@,():]+))$/s.exec(query.trim()) ?? [];
  if (quoted === undefined) return plain ?? null;
  const name = quoted.replaceAll(/\\(.)/gs, '$1');
  return name.includes('@') || name.includes(',') ? null : name;
}
