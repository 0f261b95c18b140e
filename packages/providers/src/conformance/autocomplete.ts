import { expect } from 'vitest';
import type { AutocompleteAnswer } from '../ports.ts';
import { expectPlain, expectWebUrl } from './expectations.ts';
import type { Subject } from './subject.ts';
import { describeProvider } from './suite.ts';

export function describeAutocomplete(subject: Subject<'web-autocomplete'>): void {
  describeProvider(subject, expectAutocomplete);
}

function expectAutocomplete({ suggestions, checkUrl }: AutocompleteAnswer): void {
  if (checkUrl !== null) expectWebUrl(checkUrl);
  const texts = suggestions.map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  for (const { text, highlighted, searchUrl, thumbnailUrl } of suggestions) {
    for (const part of [text, ...highlighted]) {
      expect(part).not.toBe('');
      expectPlain(part);
    }
    for (const url of [searchUrl, thumbnailUrl]) if (url !== null) expectWebUrl(url);
  }
}
