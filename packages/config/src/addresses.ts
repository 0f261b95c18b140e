import { plainAddress, readAddress, readNetwork } from '@sitegrep/site/address';
import { HIDDEN, kind, type Kind } from './setting.ts';

const MAX_HOST = 253;
const MAX_CONTACT = 200;
const MAX_URL = 2_000;

/** A kind whose texts are addresses, stored as they are written. @param isOne whether a text that is not too long is one */
function address(
  allowed: string,
  isOne: (text: string) => boolean,
  mask?: (value: string) => string,
): Kind<string> {
  return kind({
    allowed,
    read: (text) => (text.length <= MAX_URL && isOne(text) ? text : undefined),
    print: (value) => value,
    ...(mask === undefined ? {} : { mask }),
  });
}

/** Reads a list, by commas. @param one reads a part; null: it cannot */
function list<T extends string | HostAndPort>(
  allowed: string,
  maximum: number,
  one: (part: string) => T | null,
  print: (value: T) => string,
): Kind<readonly T[]> {
  return kind({
    allowed,
    read: (text) => {
      const parts = text === '' ? [] : text.split(',').map((part) => one(part.trim()));
      return parts.length <= maximum && parts.every((part) => part !== null) ? parts : undefined;
    },
    print: (values) => values.map(print).join(','),
  });
}

const asItIs = (text: string): string => text;

/** A name or an IP address to listen on. */
export function host(): Kind<string> {
  return kind({
    allowed: 'a host name or an IP address',
    read: (text) => hostOf(text) ?? undefined,
    print: (value) => value,
  });
}

function hostOf(text: string): string | null {
  if (text.length > MAX_HOST) return null;
  return readAddress(text)?.text ?? (/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) ? text : null);
}

/** The URL of a proxy that is spoken to in plain HTTP; a user and password in it are never shown. */
export function proxyUrl(): Kind<string> {
  return address(
    'an http:// URL without a path',
    (text) => {
      const url = httpUrl(text);
      return url?.protocol === 'http:' && url.pathname === '/' && url.search === '' && url.hash === '';
    },
    (value) => {
      const url = new URL(value);
      if (url.username === '' && url.password === '') return value;
      return `${url.protocol}//${HIDDEN}@${url.host}`;
    },
  );
}

/** The URL of an HTTP server; a path comes before those of its operations. */
export function serverUrl(): Kind<string> {
  return address('a URL of http:// or https:// without user, password and query', isNode);
}

/** Address of files that are read by ranges: of a web server, or of a store that speaks S3. */
export function filesUrl(): Kind<string> {
  return address('a URL of https://, http:// or s3:// without user, password and query', (text) => {
    const url = /^(?:https?|s3):\/\//i.test(text) ? URL.parse(text) : null;
    return url !== null && url.host !== '' && `${url.username}${url.password}${url.search}${url.hash}` === '';
  });
}

/** The nodes of a cluster, by commas. Credentials have settings of their own, so that they are not shown. */
export function httpUrls(): Kind<readonly string[]> {
  return kind({
    allowed: '1 to 100 URLs of http:// or https:// without user, password and query, separated by commas',
    read: (text) => {
      const parts = text.split(',').map((part) => part.trim());
      return parts.length <= 100 && parts.every(isNode) ? parts : undefined;
    },
    print: (nodes) => nodes.join(','),
  });
}

function isNode(text: string): boolean {
  const url = httpUrl(text);
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

/** A web page or a mailbox at which the owner of a crawled site can complain. */
export function contact(): Kind<string> {
  return address(
    'a URL or an e-mail address in printable ASCII without spaces or parentheses',
    (text) => text.length <= MAX_CONTACT && isHeaderSafe(text) && (httpUrl(text) !== null || isMailbox(text)),
  );
}

/** Host names and IP addresses, by commas. */
export function hosts(): Kind<readonly string[]> {
  return list(
    'at most 100 host names or IP addresses, without ports, separated by commas',
    100,
    hostOf,
    asItIs,
  );
}

/** Networks in CIDR notation, by commas; a lone address is a network of one. */
export function networks(): Kind<readonly string[]> {
  return list(
    'at most 1,000 networks such as 10.0.0.0/8 or fd00::/8, separated by commas',
    1_000,
    cidr,
    asItIs,
  );
}

/** Name servers, by commas: an IP address, with a port if it is not 53; an IPv6 address is then in brackets. */
export function nameServers(): Kind<readonly string[]> {
  return list('at most 10 IP addresses, or address:port, separated by commas', 10, nameServer, asItIs);
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
  return address(
    'an http:// or https:// URL without a query; % in a user or password is written %25',
    (text) => {
      const url = /^https?:\/\/[^/]/i.test(text) ? URL.parse(text) : null;
      if (url === null || url.search !== '' || url.hash !== '') return false;
      return isEncoded(url.username) && isEncoded(url.password);
    },
    withoutLogin,
  );
}

/** An address with its user and password hidden. */
function withoutLogin(value: string): string {
  const url = new URL(value);
  if (url.username === '' && url.password === '') return value;
  return `${url.protocol}//${HIDDEN}@${url.host}${url.pathname}`;
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
    allowed: '*, or at most 100 origins such as https://app.example.org, separated by commas, or empty',
    read: (text) => {
      if (text === '*') return ['*'];
      const parts = text === '' ? [] : text.split(',').map((part) => part.trim());
      return parts.length <= 100 && parts.every(isOrigin) ? parts : undefined;
    },
    print: (allowed) => allowed.join(','),
  });
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.parse(text)?.origin === text;
}

/** Address of Redis; a user and password in it are never shown. */
export function redisUrl(): Kind<string> {
  return address(
    'redis://[user:password@]host[:port][/database], or the same with rediss:// for TLS',
    (text) => {
      const url = /^rediss?:\/\/[^/]/.test(text) ? URL.parse(text) : null;
      if (url === null || url.hostname === '' || url.search !== '' || url.hash !== '') return false;
      return /^(\/\d{0,5})?$/.test(url.pathname);
    },
    withoutLogin,
  );
}

/** Address of a mail server; a user and password in it are never shown. */
export function smtpUrl(): Kind<string> {
  return address(
    'smtp://[user:password@]host[:port], or the same with smtps:// for TLS',
    (text) => {
      const url = /^smtps?:\/\/[^/]/.test(text) ? URL.parse(text) : null;
      if (url === null || url.hostname === '' || url.search !== '' || url.hash !== '') return false;
      return url.pathname === '' || url.pathname === '/';
    },
    (value) => {
      const url = new URL(value);
      if (url.username === '' && url.password === '') return value;
      return `${url.protocol}//${HIDDEN}@${url.host}`;
    },
  );
}

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** Hosts with their ports, by commas; an IPv6 address is in brackets. */
export function hostsAndPorts(): Kind<readonly HostAndPort[]> {
  return list('at most 100 of host:port, separated by commas', 100, hostAndPort, printed);
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
