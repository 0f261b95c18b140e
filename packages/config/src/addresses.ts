import { plainAddress, readAddress, readNetwork } from '@sitegrep/site/address';
import { Type } from 'typebox';
import { HIDDEN, kind, type Kind } from './setting.ts';

/** A name or an IP address to listen on. */
export function host(): Kind<string> {
  return kind({
    schema: Type.String({ maxLength: 253 }),
    allowed: 'a host name or an IP address',
    read: (text) =>
      readAddress(text)?.text ?? (/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) ? text : undefined),
    print: (value) => value,
  });
}

/** The URL of a proxy that is spoken to in plain HTTP; a user and password in it are never shown. */
export function proxyUrl(): Kind<string> {
  return kind({
    schema: Type.String({ maxLength: 2_000 }),
    allowed: 'an http:// URL without a path',
    read: (text) => {
      const url = httpUrl(text);
      return url?.protocol === 'http:' && url.pathname === '/' && url.search === '' && url.hash === ''
        ? text
        : undefined;
    },
    print: (value) => value,
    mask: (value) => {
      const url = new URL(value);
      if (url.username === '' && url.password === '') return value;
      return `${url.protocol}//${HIDDEN}@${url.host}`;
    },
  });
}

/** The URL of an HTTP server; a path comes before those of its operations. */
export function serverUrl(): Kind<string> {
  return kind({
    schema: Type.String({ maxLength: 2_000 }),
    allowed: 'a URL of http:// or https:// without user, password and query',
    read: (text) => (isNode(text) ? text : undefined),
    print: (value) => value,
  });
}

/** The nodes of a cluster, by commas. Credentials have settings of their own, so that they are not shown. */
export function httpUrls(): Kind<readonly string[]> {
  return kind({
    schema: Type.Unsafe<readonly string[]>(Type.Array(Type.String(), { minItems: 1, maxItems: 100 })),
    allowed: '1 to 100 URLs of http:// or https:// without user, password and query, separated by commas',
    read: (text) => {
      const parts = text.split(',').map((part) => part.trim());
      return parts.every(isNode) ? parts : undefined;
    },
    print: (list) => list.join(','),
  });
}

function isNode(text: string): boolean {
  const url = httpUrl(text);
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

/** A web page or a mailbox at which the owner of a crawled site can complain. */
export function contact(): Kind<string> {
  return kind({
    schema: Type.String({ maxLength: 200 }),
    allowed: 'a URL or an e-mail address in printable ASCII without spaces or parentheses',
    read: (text) => (isHeaderSafe(text) && (httpUrl(text) !== null || isMailbox(text)) ? text : undefined),
    print: (value) => value,
  });
}

/** Host names and IP addresses, by commas. */
export function hosts(): Kind<readonly string[]> {
  const one = host();
  return kind({
    schema: Type.Unsafe<readonly string[]>(Type.Array(Type.String(), { maxItems: 100 })),
    allowed: 'at most 100 host names or IP addresses, without ports, separated by commas',
    read: (text) => {
      const parts = text === '' ? [] : text.split(',').map((part) => one.parse(part.trim()));
      return parts.every((part) => part !== null) ? parts.map(({ value }) => value) : undefined;
    },
    print: (list) => list.join(','),
  });
}

/** Networks in CIDR notation, by commas; a lone address is a network of one. */
export function networks(): Kind<readonly string[]> {
  return kind({
    schema: Type.Unsafe<readonly string[]>(Type.Array(Type.String(), { maxItems: 1_000 })),
    allowed: 'at most 1,000 networks such as 10.0.0.0/8 or fd00::/8, separated by commas',
    read: (text) => {
      const parts = text === '' ? [] : text.split(',').map((part) => cidr(part.trim()));
      return parts.includes(null) ? undefined : parts;
    },
    print: (list) => list.join(','),
  });
}

/** Name servers, by commas: an IP address, with a port if it is not 53; an IPv6 address is then in brackets. */
export function nameServers(): Kind<readonly string[]> {
  return kind({
    schema: Type.Unsafe<readonly string[]>(Type.Array(Type.String(), { maxItems: 10 })),
    allowed: 'at most 10 IP addresses, or address:port, separated by commas',
    read: (text) => {
      const parts = text === '' ? [] : text.split(',').map((part) => nameServer(part.trim()));
      return parts.every((part) => part !== null) ? parts : undefined;
    },
    print: (list) => list.join(','),
  });
}

/** A name server in its one form; null if the text is none. */
function nameServer(text: string): string | null {
  const lone = readAddress(text);
  if (lone !== null) return text.includes('%') ? null : lone.text;
  const read = hostAndPort(text);
  const address = read === null ? null : readAddress(read.host);
  return read === null || address === null ? null : printed(read);
}

function cidr(text: string): string | null {
  const network = readNetwork(text);
  return network === null ? null : `${network.address.text}/${network.bits}`;
}

function httpUrl(text: string): URL | null {
  if (!/^https?:\/\//i.test(text)) return null;
  return URL.parse(text);
}

/** The contact is part of a comment in the User-Agent header, which parentheses would end. */
function isHeaderSafe(text: string): boolean {
  return /^[!-'*-~]+$/.test(text);
}

function isMailbox(text: string): boolean {
  return /^(mailto:)?[^@:/]+@[^@:/]+\.[^@:/.]+$/i.test(text);
}

/** Address of a provider; a user and password in it are sent by Basic authentication, and never shown. */
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

/** Address of Redis; a user and password in it are never shown. */
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

/** Address of a mail server; a user and password in it are never shown. */
export function smtpUrl(): Kind<string> {
  return kind({
    schema: Type.String({ maxLength: 2_000 }),
    allowed: 'smtp://[user:password@]host[:port], or the same with smtps:// for TLS',
    read: (text) => {
      const url = /^smtps?:\/\/[^/]/.test(text) ? URL.parse(text) : null;
      if (url === null || url.hostname === '' || url.search !== '' || url.hash !== '') return undefined;
      return url.pathname === '' || url.pathname === '/' ? text : undefined;
    },
    print: (value) => value,
    mask: (value) => {
      const url = new URL(value);
      if (url.username === '' && url.password === '') return value;
      return `${url.protocol}//${HIDDEN}@${url.host}`;
    },
  });
}

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** Hosts with their ports, by commas; an IPv6 address is in brackets. */
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
    print: (list) => list.map(printed).join(','),
  });
}

function printed({ host, port }: HostAndPort): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function hostAndPort(text: string): HostAndPort | null {
  const parts = /^(?:\[([\da-f]*:[\da-f:.]+)\]|([a-z\d](?:[a-z\d.-]*[a-z\d])?)):(\d{1,5})$/i.exec(text);
  const host = parts?.[1] ?? parts?.[2];
  const port = Number(parts?.[3]);
  return host === undefined || port < 1 || port > 65_535 ? null : { host: plainAddress(host), port };
}
