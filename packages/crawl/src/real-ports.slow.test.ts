// TLS, names, connections and HTTP/2 on ports 443, 80 and 53 of a network namespace; test/real-ports has the situations.
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { findNamespaces } from '../test/real-ports/namespace.ts';
import { SITUATIONS, type Ending } from '../test/real-ports/situations.ts';

const MAIN = fileURLToPath(new URL('../test/real-ports/main.ts', import.meta.url));
const namespaces = findNamespaces();

describe.skipIf(namespaces.missing !== null)(
  `on real ports (without them: ${namespaces.missing ?? 'none'})`,
  () => {
    const endings = new Map<string, Ending>();
    beforeAll(() => {
      for (const line of namespaces.run(MAIN, 240_000)) {
        const ending = JSON.parse(line) as Ending;
        endings.set(ending.name, ending);
      }
    }, 250_000);

    test('there are at least sixty situations', () => {
      expect(SITUATIONS.length).toBeGreaterThanOrEqual(60);
      expect(new Set(SITUATIONS.map(({ name }) => name)).size).toBe(SITUATIONS.length);
    });

    test.each(SITUATIONS)('$name', ({ name, expected }) => {
      const { reason: pattern = /^/, ...rest } = expected;
      const { reason, ...ending } = endings.get(name) ?? {};
      expect(ending).toEqual({ name, ...rest });
      expect(reason ?? '').toMatch(pattern);
    });
  },
);
