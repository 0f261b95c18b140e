import { expect, test } from 'vitest';
import { looksLikeNoise, type ValueText, type VisitTimes } from './shapes.ts';

const NOON = Date.UTC(2026, 10, 29, 12);
const TIMES: VisitTimes = { a: NOON, b: NOON + 3_600_000 };

/** A value between two texts; « and » stand around it. */
function valueIn(marked: string): ValueText {
  const start = marked.indexOf('«');
  const source = marked.replace('«', '').replace('»', '');
  return { source, start, end: marked.indexOf('»') - 1 };
}

test.each([
  ['<script nonce="«a1»">', '<script nonce="«b2»">'],
  ['<script nonce=«a1»>', '<script nonce=«b2»>'],
  ['<input type=hidden name="csrf_token" value="«x»">', '<input type=hidden name="csrf_token" value="«y»">'],
  ['<meta content="«x»" name="csrf-token">', '<meta content="«y»" name="csrf-token">'],
  ['<p>«2026-11-29T11:59:00Z»</p>', '<p>«2026-11-29T12:59:00Z»</p>'],
  ['t=«1795953600»;', 't=«1795957200»;'],
  ['t=«1795953600123»;', 't=«1795957200456»;'],
  ['id:"«0123456789abcdef01234»"', 'id:"«f123456789abcdef01234»"'],
  ['id:"«k3Zq9TfX0bLw7RmA2+s/Hg==»"', 'id:"«a9KdP4vQ1xZt8MfB3+r/Jw==»"'],
])('%s to %s looks like noise', (a, b) => {
  expect(looksLikeNoise(valueIn(a), valueIn(b), TIMES)).toBe(true);
});

test.each([
  ['a price', '<b>«19.99»</b>', '<b>«17.99»</b>'],
  ['a name', '<input name="city" value="«Rome»">', '<input name="city" value="«Oslo»">'],
  ['the name of a token', '<input name="«token1»">', '<input name="«token2»">'],
  ['a time of another year', '<p>«2025-11-29T11:59:00Z»</p>', '<p>«2025-12-29T12:59:00Z»</p>'],
  ['a file', '"main.«0123456789abcdef01234».js"', '"main.«f123456789abcdef01234».js"'],
  ['a digest', 'integrity="sha384-«Zm9vYmFyMTIzNDU2Nzg5AA»"', 'integrity="sha384-«QUJDYmFyMTIzNDU2Nzg5AA»"'],
  ['a long word', '<p>«Donaudampfschifffahrtsgesellschaft»', '<p>«Rindfleischetikettierungsgesetz»'],
  ['the id of an element', 'id="«MainNav_rptSearchTags_liItem_6»"', 'id="«MainNav_rptSearchTags_liItem_7»"'],
  ['a short id', 'id="«a1b2c3»"', 'id="«d4e5f6»"'],
])('%s does not', (_name, a, b) => {
  expect(looksLikeNoise(valueIn(a), valueIn(b), TIMES)).toBe(false);
});

test('without the times of visits a time is a value like others', () => {
  expect(looksLikeNoise(valueIn('t=«1795953600»;'), valueIn('t=«1795957200»;'))).toBe(false);
});
