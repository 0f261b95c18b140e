import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDetector, globalsOfFingerprints, loadFingerprints } from '@sitegrep/technologies';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CoreTechnology } from 'wappalyzer-core';
import { globalsScript } from '../../apps/renderer/src/page-scripts.ts';
import { readLayeredFingerprints } from '../../packages/technologies/src/compile/layer.ts';
import { loadCore } from '../../packages/technologies/src/patterns.ts';
import { NO_SIGNALS } from '../../packages/technologies/test/own-set.ts';
import { randomNumbers } from '../../packages/technologies/test/sample-texts.ts';
import { launchChromium } from '../support/chromium.ts';
import { globalOf, groupsOf, type Made, pageOf } from './global-groups.ts';

let browser: Browser;
let server: Server;
let pages: readonly string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(pages[Number(request.url?.slice(1))] ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  browser = await launchChromium();
}, 600_000);
afterAll(async () => {
  await browser?.close();
  server.close();
});

function addressOf(page: number): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/${page}`;
}

/** All technologies of the set that detection uses, by name. */
function technologiesByName(): ReadonlyMap<string, CoreTechnology> {
  const { open, gates } = loadCore(readLayeredFingerprints());
  return new Map(
    [...open, ...gates.flatMap(({ technologies }) => technologies)].map((each) => [each.name, each]),
  );
}

/** Each technology that a variable shows, with those that have to be there before it counts. */
function madeTechnologies(): readonly Made[] {
  const random = randomNumbers(42);
  const byName = technologiesByName();
  const make = (technology: CoreTechnology, depth: number): Made | null => {
    const global = globalOf(technology, random);
    if (global === null || depth > 3) return null;
    const { name, requires, requiresCategory } = technology;
    const openers = [
      ...requires.map((each) => byName.get(each.name)),
      ...requiresCategory.flatMap(({ id }) =>
        [...byName.values()].filter(
          ({ categories, requires: needs, requiresCategory: needed }) =>
            categories.includes(Number(id)) && needs.length + needed.length === 0,
        ),
      ),
    ];
    if (openers.length === 0) return { name, globals: [global], shown: [name] };
    for (const opener of openers) {
      const opened = opener === undefined ? null : make(opener, depth + 1);
      if (opened !== null)
        return { name, globals: [global, ...opened.globals], shown: [name, ...opened.shown] };
    }
    return null;
  };
  return [...byName.values()].flatMap((technology) => make(technology, 0) ?? []);
}

test('variables are read by chain, as text, and elements with their names are none', async () => {
  pages = [
    `<!DOCTYPE html><div id=Shopify></div><iframe name=angular></iframe><script>
      class Base { get version() { return 7; } }
      var jQuery = { fn: { jquery: '3.7.1' } }, next = { appDir: true, version: 14.2 }, Ember = new (class extends Base {})();
      var React = null, moment;
    </script>`,
  ];
  const page = await browser.newPage();
  await page.goto(addressOf(0));
  const names = [
    'Shopify',
    'angular',
    'jQuery',
    'jQuery.fn.jquery',
    'next.appDir',
    'next.version',
    'Ember.version',
    'window.jQuery.fn.jquery',
    'React',
    'React.version',
    'moment',
    'toString',
    'no.such.thing',
  ];
  expect(Object.fromEntries(await page.evaluate<[string, string][]>(globalsScript(names)))).toEqual({
    jQuery: '',
    'jQuery.fn.jquery': '3.7.1',
    'next.appDir': 'true',
    'next.version': '14.2',
    'Ember.version': '7',
    'window.jQuery.fn.jquery': '3.7.1',
  });
});

test(
  'detection finds 95 % of the technologies that variables of scripts show in Chromium',
  { timeout: 600_000 },
  async () => {
    const byName = technologiesByName();
    const withVariables = [...byName.values()].filter(({ js }) =>
      Object.values(js).some((patterns) => patterns.some(({ confidence }) => confidence > 0)),
    );
    const made = madeTechnologies();
    const groups = groupsOf(made, (name) => byName.get(name)?.excludes.map((each) => each.name) ?? []);
    pages = groups.map(pageOf);
    const detector = createDetector(loadFingerprints());
    const script = globalsScript(globalsOfFingerprints());
    const found = new Set<string>();
    const page = await browser.newPage();
    for (const [number, group] of groups.entries()) {
      await page.goto(addressOf(number));
      const js = Object.fromEntries(await page.evaluate<[string, string][]>(script));
      const names = new Set(detector.record({ ...NO_SIGNALS, js }).technologies.map(({ name }) => name));
      for (const { name } of group) if (names.has(name)) found.add(name);
    }
    const missed = withVariables.map(({ name }) => name).filter((name) => !found.has(name));
    expect(withVariables.length).toBeGreaterThan(3_000);
    expect(missed.slice(Math.floor(withVariables.length * 0.05))).toEqual([]);
    expect(groups.length).toBeGreaterThan(50);
  },
);
