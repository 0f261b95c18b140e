// Destinations: whom a saved search tells what, as its definition has them.
import { isIP } from 'node:net';
import { readSecret } from './signing.ts';

/** The things that happen to a domain and a saved search. */
export const EVENT_KINDS = ['appeared', 'disappeared', 'changed'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Forms of the body of a webhook: ours, a message of Slack, a card of Teams. */
export const TEMPLATES = ['standard', 'slack', 'teams'] as const;
export type Template = (typeof TEMPLATES)[number];

/** Times between two digests. */
export const DIGESTS = ['hour', 'day'] as const;

export const MAX_DESTINATIONS = 10;
export const MAX_RECIPIENTS = 20;
/** Secrets that sign a delivery together, while one of them is replaced. */
export const MAX_SECRETS = 3;
export const MAX_URL_LENGTH = 2_000;

interface AnyDestination {
  /** Unique within its search: 1–64 of `a–z 0–9 _ -`. */
  readonly name: string;
  /** The kinds of events that it is told. */
  readonly on: readonly EventKind[];
  /** A number of domains: it is told when that of the search rises above it, and when it is no longer above; null: never. */
  readonly count: number | null;
  /** Events before this time are not told: when it was made, in milliseconds since the epoch. */
  readonly since: number;
}

export interface WebhookDestination extends AnyDestination {
  readonly kind: 'webhook';
  readonly url: string;
  /** One or more, the newest first. */
  readonly secrets: readonly string[];
  readonly template: Template;
}

export interface MailDestination extends AnyDestination {
  readonly kind: 'mail';
  readonly to: readonly string[];
  readonly every: (typeof DIGESTS)[number];
}

export type Destination = WebhookDestination | MailDestination;

/** A saved search with its destinations. */
export interface TellingSearch {
  readonly id: string;
  /** A name for people; null: its id. */
  readonly label: string | null;
  readonly destinations: readonly Destination[];
  /** Why none of them is told, such as `the key that it belongs to was revoked`; null: they are told. */
  readonly stopped: string | null;
}

/** Key of a destination among those of all searches. */
export function destinationKey(search: string, { name }: Pick<Destination, 'name'>): string {
  return `${search}/${name}`;
}

/** The search as people call it. */
export function titleOf({ id, label }: Pick<TellingSearch, 'id' | 'label'>): string {
  return label === null || label.trim() === '' ? id : label;
}

/**
 * The fault of a destination that somebody wrote, with its remedy; null: it has none. Whether its address may be connected to is
 * decided with each connection.
 *
 * @param getsReports whether the search has a report, which all of its destinations get
 */
export function faultOf(destination: Destination, getsReports = false): string | null {
  if (!/^[a-z0-9_-]{1,64}$/.test(destination.name)) {
    return `'${destination.name.slice(0, 80)}' is no name of a destination: use 1 to 64 of a–z, 0–9, _ and -`;
  }
  const { count } = destination;
  if (count !== null && (!Number.isSafeInteger(count) || count < 0)) {
    return `count is ${count}: give a whole number of domains from 0, or null`;
  }
  if (destination.on.length === 0 && count === null && !getsReports) {
    return `destination '${destination.name}' is told nothing: give 'on' or 'count', or the search a report`;
  }
  return destination.kind === 'webhook' ? webhookFault(destination) : mailFault(destination);
}

function webhookFault({ url, secrets }: WebhookDestination): string | null {
  const read = url.length <= MAX_URL_LENGTH ? URL.parse(url) : null;
  if (read === null || !/^https?:$/.test(read.protocol)) {
    return `'${url.slice(0, 200)}' is no URL of a receiver: give one that begins with https:// or http://, of at most ${MAX_URL_LENGTH} characters`;
  }
  if (read.username !== '' || read.password !== '') {
    return 'the URL of a receiver has a user or a password in it: leave them out, deliveries are signed with the secret';
  }
  if (secrets.length === 0 || secrets.length > MAX_SECRETS) {
    return `a receiver has ${secrets.length} secrets: give 1 to ${MAX_SECRETS}, the newest first`;
  }
  const isBad = secrets.some((secret) => readSecret(secret) === null);
  return isBad ? 'a secret is not of the form whsec_…: give whsec_ and 24 to 64 bytes in base64' : null;
}

/** The addresses that mail may go to: one at a host with a name, without anything that a header could be made of. */
const MAIL_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i;

function mailFault({ to }: MailDestination): string | null {
  if (to.length === 0 || to.length > MAX_RECIPIENTS) {
    return `'to' has ${to.length} addresses: give 1 to ${MAX_RECIPIENTS}`;
  }
  const bad = to.find((address) => {
    const host = address.length <= 254 ? MAIL_ADDRESS.exec(address)?.[1] : undefined;
    return host === undefined || isIP(host) !== 0;
  });
  return bad === undefined
    ? null
    : `'${bad.slice(0, 100)}' is no mail address: give one such as name@host.example`;
}
