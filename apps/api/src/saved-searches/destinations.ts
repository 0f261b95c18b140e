// Whom a saved search tells, between the form of requests and answers and that of its definition.
import type { PutSavedSearchRequest, SavedSearchItem } from '@sitegrep/contract';
import {
  type Destination,
  faultOf,
  type MailDestination,
  newSecret,
  type WebhookDestination,
} from '@sitegrep/telling';
import { Failure } from '../failure.ts';

type Notify = NonNullable<PutSavedSearchRequest['notify']>;
type ShownNotify = NonNullable<SavedSearchItem['notify']>;

/** Names of the two that a search has through the API. */
const WEBHOOK = 'webhook';
const MAIL = 'mail';

const USUAL = ['appeared', 'disappeared'] as const;

export interface ReadDestinations {
  readonly destinations: readonly Destination[];
  /** Secret that was made, which nobody knows yet; null: none was. */
  readonly madeSecret: string | null;
}

/**
 * @param before those that the search has so far: a webhook keeps its secret if the request has none
 * @param getsReports whether the search has a report
 * @throws Failure bad_request
 */
export function readDestinations(
  notify: Notify | undefined,
  before: readonly Destination[],
  at: number,
  getsReports: boolean,
): ReadDestinations {
  const { webhook, mail, on = USUAL, count } = notify ?? {};
  const ofBoth = { on, count: count ?? null };
  const destinations: Destination[] = [];
  let madeSecret: string | null = null;
  if (webhook !== undefined) {
    const had = webhookOf(before);
    if (webhook.secret === undefined && had === undefined) madeSecret = newSecret();
    const secrets =
      webhook.secret === undefined ? (had?.secrets ?? [madeSecret ?? newSecret()]) : [webhook.secret];
    destinations.push({
      kind: 'webhook',
      name: WEBHOOK,
      url: webhook.url,
      secrets,
      template: webhook.template ?? 'standard',
      since: had?.since ?? at,
      ...ofBoth,
    });
  }
  if (mail !== undefined)
    destinations.push({ kind: 'mail', name: MAIL, ...mail, since: mailOf(before)?.since ?? at, ...ofBoth });
  for (const destination of destinations) {
    const fault = faultOf(destination, getsReports);
    if (fault !== null) throw new Failure('bad_request', `notify.${destination.name}: ${fault}.`);
  }
  if (notify !== undefined && destinations.length === 0)
    throw new Failure('bad_request', 'notify names nobody; give webhook, mail or both, or leave it out.');
  return { destinations, madeSecret };
}

export function shownNotify(destinations: readonly Destination[]): ShownNotify {
  const [first] = destinations;
  const webhook = webhookOf(destinations);
  const mail = mailOf(destinations);
  return {
    webhook: webhook === undefined ? null : { url: webhook.url, template: webhook.template },
    mail: mail === undefined ? null : { to: mail.to, every: mail.every },
    on: first?.on ?? [],
    count: first?.count ?? null,
  };
}

function webhookOf(destinations: readonly Destination[]): WebhookDestination | undefined {
  return destinations.find((one) => one.kind === 'webhook');
}

function mailOf(destinations: readonly Destination[]): MailDestination | undefined {
  return destinations.find((one) => one.kind === 'mail');
}
