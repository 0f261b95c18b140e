import { expect, test } from 'vitest';
import { bodyKind, startsLikeHtml } from './content-type.ts';

test.each([
  ['text/html', 'html'],
  ['Text/HTML;charset=x', 'html'],
  ['text/html, text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['', 'unstated'],
  ['garbage', 'unstated'],
  ['text/html; charset="a,b"', 'html'],
  ['text/html garbage', 'unstated'],
  ['text/plain', 'other'],
  ['application/json', 'other'],
] as const)('content type %j is %s', (type, kind) => {
  expect(bodyKind([['Content-Type', type]])).toBe(kind);
});

test.each([
  ['<!doctype HTML>', true],
  ['\ufeff \n<html lang=x>', true],
  ['<!-- x', true],
  ['<h1>', true],
  ['<?xml version="1.0"?>', true],
  ['<htmlx>', false],
  ['{"a":1}', false],
  ['%PDF-1.7', false],
  ['plain <p>', false],
  ['', false],
])('%j starts like HTML: %j', (start, like) => {
  expect(startsLikeHtml(Buffer.from(start))).toBe(like);
});
