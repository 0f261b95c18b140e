import type { GuardedRequests } from '@sitegrep/crawl';
import { type Destination, destinationKey, type TellingSearch } from '../destinations.ts';
import { testMessage } from '../message.ts';
import { type Answer, unanswered } from './answer.ts';
import { type MailSettings, openMail } from './mail.ts';
import { type Letter, sendWebhook } from './webhook.ts';

export interface SenderOptions {
  readonly requests: GuardedRequests;
  /** Null: there is no server for mail, and none is sent. */
  readonly mail: MailSettings | null;
  readonly userAgent: string;
  /** Clock in milliseconds since the epoch. */
  readonly now: () => number;
  /** Time limit of an attempt at a webhook, in milliseconds; for tests. */
  readonly limitMs?: number;
}

export interface Sender {
  /**
   * Sends a message once.
   *
   * @throws what the signal was aborted with
   */
  send(destination: Destination, letter: Letter, signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

export function openSender({ mail, ...options }: SenderOptions): Sender {
  const { requests, now } = options;
  const mailer = mail === null ? null : openMail(mail, now);
  return {
    async send(destination, letter, signal) {
      signal.throwIfAborted();
      if (destination.kind === 'webhook') return sendWebhook(options, destination, letter, signal);
      if (mailer === null) return unanswered(now(), 'no server for mail: set SITEGREP_SMTP_URL');
      return mailer.send(destination, letter);
    },
    async close() {
      mailer?.close();
      await requests.close();
    },
  };
}

/**
 * Sends a test to a destination, at once and once.
 *
 * @param id of the test
 * @throws what the signal was aborted with
 */
export function sendTest(
  sender: Sender,
  search: Pick<TellingSearch, 'id' | 'label'>,
  destination: Destination,
  { id, at, signal }: { readonly id: string; readonly at: number; readonly signal: AbortSignal },
): Promise<Answer> {
  const letter = {
    id: `test_${destinationKey(search.id, destination)}_${id}`,
    message: testMessage(search, at),
  };
  return sender.send(destination, letter, signal);
}
