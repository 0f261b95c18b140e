import { expect, test } from 'vitest';
import { globalsOfFingerprints } from './globals.ts';
import { readFingerprints } from './fingerprints.ts';

test('all variables that the fingerprints look at are listed, each once', () => {
  const globals = globalsOfFingerprints();
  const written = Object.values(readFingerprints().technologies).flatMap(({ js = {} }) => Object.keys(js));
  expect(new Set(globals)).toEqual(new Set(written));
  expect(new Set(globals).size).toBe(globals.length);
  expect(globals).toEqual(
    expect.arrayContaining(['Shopify', 'jQuery.fn.jquery', '__core-js_shared__.versions.0.version']),
  );
});
