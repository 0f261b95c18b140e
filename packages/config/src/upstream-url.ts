import { Type } from 'typebox';
import { HIDDEN, kind, type Kind } from './kind.ts';

/** Where a provider is asked; a user and password in it are sent by Basic authentication, and never shown. */
export function upstreamUrl(): Kind<string> {
  return kind({
    schema: Type.String({ maxLength: 2_000 }),
    allowed: 'an http:// or https:// URL without a query; % in a user or password is written %25',
    read: (text) => {
      const url = /^https?:\/\/[^/]/i.test(text) ? URL.parse(text) : null;
      if (url === null || url.search !== '' || url.hash !== '') return undefined;
      return isEncoded(url.username) && isEncoded(url.password) ? text : undefined;
    },
    print: (value) => value,
    mask: (value) => {
      const url = new URL(value);
      if (url.username === '' && url.password === '') return value;
      return `${url.protocol}//${HIDDEN}@${url.host}${url.pathname}`;
    },
  });
}

/** A percent sign that encodes nothing can't be sent as it is meant. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
