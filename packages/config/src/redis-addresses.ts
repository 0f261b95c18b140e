import { Type } from 'typebox';
import { HIDDEN, kind, type Kind } from './kind.ts';

/** Where Redis is; a user and password in it are never shown. */
export function redisUrl(): Kind<string> {
  return kind({
    schema: Type.String({ maxLength: 2_000 }),
    allowed: 'redis://[user:password@]host[:port][/database], or the same with rediss:// for TLS',
    read: (text) => {
      const url = /^rediss?:\/\/[^/]/.test(text) ? URL.parse(text) : null;
      if (url === null || url.hostname === '' || url.search !== '' || url.hash !== '') return undefined;
      return /^(\/\d{0,5})?$/.test(url.pathname) ? text : undefined;
    },
    print: (value) => value,
    mask: (value) => {
      const url = new URL(value);
      if (url.username === '' && url.password === '') return value;
      return `${url.protocol}//${HIDDEN}@${url.host}${url.pathname}`;
    },
  });
}

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** Hosts with their ports, by commas; an IPv6 address stands in brackets. */
export function hostsAndPorts(): Kind<readonly HostAndPort[]> {
  return kind({
    schema: Type.Unsafe<readonly HostAndPort[]>(
      Type.Array(Type.Object({ host: Type.String(), port: Type.Integer() }), { maxItems: 100 }),
    ),
    allowed: 'at most 100 of host:port, separated by commas',
    read: (text) => {
      const parts = text === '' ? [] : text.split(',').map((part) => hostAndPort(part.trim()));
      return parts.includes(null) ? undefined : parts;
    },
    print: (list) =>
      list.map(({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)).join(','),
  });
}

function hostAndPort(text: string): HostAndPort | null {
  const parts = /^(?:\[([\da-f:.]+)\]|([a-z\d](?:[a-z\d.-]*[a-z\d])?)):(\d{1,5})$/i.exec(text);
  const host = parts?.[1] ?? parts?.[2];
  const port = Number(parts?.[3]);
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port };
}
