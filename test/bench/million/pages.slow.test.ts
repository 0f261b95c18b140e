import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { madeSite } from '../harness/made-sites.ts';
import { growPages, type Step } from './pages.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-pages-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a folder grows by whole sites to what each step wants, and every search is answered', async () => {
  const steps: Step[] = [];
  await growPages(folder, [300, 600], (step) => steps.push(step));
  for (const [at, wanted] of [300, 600].entries()) {
    const step = steps[at];
    expect(step?.pages).toBeGreaterThanOrEqual(wanted);
    expect(step?.pages).toBeLessThan(wanted + 40);
    for (const [kind, { count, refused }] of Object.entries(step?.requests ?? {})) {
      expect({ kind, refused }).toEqual({ kind, refused: 0 });
      expect(count).toBeGreaterThan(4);
    }
  }
});

test('made sites have pages of 3 KB and more, each under a URL of its own, and are the same each time', () => {
  const sites = Array.from({ length: 500 }, (_, number) => madeSite(number));
  const pages = sites.flatMap((site) => site.pages);
  expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length);
  expect(Math.min(...pages.map(({ source }) => Buffer.byteLength(source)))).toBeGreaterThan(3_000);
  expect(pages.length / sites.length).toBeGreaterThan(3);
  expect(pages.length / sites.length).toBeLessThan(6);
  expect(madeSite(123)).toEqual(sites[123]);
});
