import { expect, test } from 'vitest';
import { announcesPage, asksToWait, withoutRequests } from './requests-to-wait.ts';

test.each([
  ['Loading…', ''],
  ['Please wait.', ''],
  ['Acme. Einen Moment bitte!', 'Acme.'],
  ['Die Seite lädt', ''],
  ['You need to enable JavaScript to run this app.', ''],
  ['Tea from Jena. Loading more.', 'Tea from Jena.'],
])('"%s" without what asks to wait is "%s"', (text, left) => {
  expect(withoutRequests(text)).toBe(left);
});

test.each([
  ['You are being redirected…', true],
  ['Sie werden in 5 Sekunden weitergeleitet.', true],
  ['Tea from Jena', false],
  [`${'Tea from Jena. '.repeat(20)}We moved.`, false],
])('"%s" announces another page: %s', (text, announces) => {
  expect(announcesPage(text)).toBe(announces);
});

test.each([
  ['Acme. Tea. Loading…', true],
  ['Tea from Jena', false],
  [`${'Tea from Jena. '.repeat(20)}Loading…`, false],
])('"%s" asks to wait: %s', (text, asks) => {
  expect(asksToWait(text)).toBe(asks);
});
