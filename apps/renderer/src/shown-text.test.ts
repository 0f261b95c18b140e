import { expect, test } from 'vitest';
import { textJudge } from './shown-text.ts';

test.each<[what: string, ...texts: (readonly [text: string, showsNothing: boolean])[]]>([
  ['no text', ['', true], [' \n', true], ['12 %', true]],
  ['text', ['Tea from Jena', false]],
  ['a request to wait until text replaces it', ['Loading…', true], ['Tea from Jena', false]],
  ['a progress', ['Loading', true], ['Loading. 9 %', true], ['Loading... 10 %', true]],
  ['one request to wait after another', ['Loading…', true], ['Connecting…', true], ['Tea', false]],
  ['a request to wait that stays beside text', ['Loading', true], ['Loading Tea from Jena', false]],
  ['a heading and a request to wait', ['Acme. Loading…', true], ['Acme. Loading… Tea.', false]],
  ['text in which a request to wait comes later', ['Acme.', false], ['Acme. Loading…', false]],
  ['an announcement of another page', ['You are redirected in 5 s', true], ['Redirecting to Acme', true]],
])('a page with %s', (_, ...texts) => {
  const showsNothing = textJudge();
  expect(texts.map(([text]) => showsNothing(text))).toEqual(texts.map(([, nothing]) => nothing));
});
