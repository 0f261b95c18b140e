// Sixty home pages beside a real Chromium, on ports 443 and 80 of a network namespace: what is stored is what a browser shows, or
// the table of situations says why not.
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { findNamespaces } from '../../packages/crawl/test/real-ports/namespace.ts';
import { ensureChromium } from '../support/chromium.ts';
import type { Ending } from './main.ts';
import { SITUATIONS, type Shown } from './situations.ts';
import { onDomain } from './web.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const namespaces = findNamespaces();

describe.skipIf(namespaces.missing !== null)(
  `on real ports (without them: ${namespaces.missing ?? 'none'})`,
  () => {
    const endings = new Map<string, Ending>();
    beforeAll(async () => {
      // Within the namespace nothing can be installed.
      await ensureChromium();
      for (const line of namespaces.run(MAIN, 240_000)) {
        const ending = JSON.parse(line) as Ending;
        endings.set(ending.name, ending);
      }
    }, 300_000);

    test('there are at least sixty situations, and most need no reason', () => {
      expect(SITUATIONS.length).toBeGreaterThanOrEqual(60);
      expect(new Set(SITUATIONS.map(({ name }) => name)).size).toBe(SITUATIONS.length);
      expect(SITUATIONS.filter(({ otherwise }) => otherwise !== undefined).length).toBeLessThan(20);
    });

    test.each(SITUATIONS.map((situation, at) => [situation.name, situation, at] as const))(
      '%s',
      (name, { shown, otherwise }, at) => {
        const here = (page: Shown | null): Shown | null =>
          page === null ? null : { ...page, url: onDomain(page.url, at) };
        const stored = otherwise === undefined ? shown : otherwise.stored;
        expect(endings.get(name)).toMatchObject({ shown: here(shown), stored: here(stored) });
      },
    );
  },
);
