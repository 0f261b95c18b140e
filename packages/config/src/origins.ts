import { Type } from 'typebox';
import { kind, type Kind } from './kind.ts';

/** Origins of web pages as browsers send them, by commas, or `*` for all. */
export function origins(): Kind<readonly string[]> {
  return kind({
    schema: Type.Unsafe<readonly string[]>(Type.Array(Type.String(), { maxItems: 100 })),
    allowed: '*, or at most 100 origins such as https://app.example.org, separated by commas, or empty',
    read: (text) => {
      if (text === '*') return ['*'];
      const parts = text === '' ? [] : text.split(',').map((part) => part.trim());
      return parts.every(isOrigin) ? parts : undefined;
    },
    print: (list) => list.join(','),
  });
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.parse(text)?.origin === text;
}
