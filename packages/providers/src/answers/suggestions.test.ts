import { expect, test } from 'vitest';
import { completesTheWeb } from './suggestions.ts';

test.each(['chrome', 'gws-wiz', 'gws-wiz-serp', 'safari', 'firefox', 'psy-ab', 'toolbar', 'a new one'])(
  '%s completes searches of the web',
  (client) => {
    expect(completesTheWeb(client)).toBe(true);
  },
);

test.each(['youtube', 'img', 'products-cc', 'gws-wiz-local'])('%s completes other searches', (client) => {
  expect(completesTheWeb(client)).toBe(false);
});
