import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SitegrepClient } from './client.ts';
import { ClientPart } from './transport.ts';

/** Methods of a part and of the parts below it, by their paths. */
function* methodsOf(
  path: string,
  part: object,
): Generator<readonly [path: string, methods: readonly string[]]> {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(part));
  const methods = names.filter((name) => name !== 'constructor');
  if (methods.length > 0) yield [path, methods.toSorted()];
  for (const [name, value] of Object.entries(part))
    if (value instanceof ClientPart) yield* methodsOf(`${path}.${name}`, value);
}

test('the README has every method of every part, and no other', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = Array.from(
    readme.matchAll(/^\| `(client[\w.]*)` +\|[^|]*\|([^|]*)\|$/gm),
    ([, path = '', cell = '']) => [
      path,
      Array.from(cell.matchAll(/`(\w+)`/g), ([, name = '']) => name).toSorted(),
    ],
  );
  const client = new SitegrepClient({ baseUrl: 'http://127.0.0.1:1', key: 'sg_readme' });
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(methodsOf('client', client)));
});
