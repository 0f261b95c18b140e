import { Type } from 'typebox';
import { HIDDEN, kind, type Kind } from './kind.ts';

/** Where a provider is asked; a user and password in it are sent by Basic authentication, and never shown. */
export function upstreamUrl(): Kind<string> {
  return kind({
    schema: Type.String({ maxLength: 2_000 }),
    allowed: 'an http:// or https:// URL without a query',
    read: (text) => {
      const url = /^https?:\/\/[^/]/i.test(text) ? URL.parse(text) : null;
      return url !== null && url.search === '' && url.hash === '' ? text : undefined;
    },
    print: (value) => value,
    mask: (value) => {
      const url = new URL(value);
      if (url.username === '' && url.password === '') return value;
      return `${url.protocol}//${HIDDEN}@${url.host}${url.pathname}`;
    },
  });
}
