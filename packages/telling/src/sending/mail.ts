// Mail by SMTP: a message as text and as HTML.
import { createTransport } from 'nodemailer';
import type { MailDestination } from '../destinations.ts';
import { type Answer, unanswered } from './answer.ts';
import { mailText } from './mail-text.ts';
import type { Attachment, Letter } from './webhook.ts';

export interface MailSettings {
  /** Server as `smtp://user:password@host:587` or `smtps://…`. */
  readonly smtpUrl: string;
  /** Address of the sender. */
  readonly from: string;
}

export interface MailSender {
  send(destination: MailDestination, letter: Letter): Promise<Answer>;
  close(): void;
}

const LIMIT_MS = 15_000;

/** @param now clock in milliseconds since the epoch */
export function openMail({ smtpUrl, from }: MailSettings, now: () => number): MailSender {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: LIMIT_MS,
    greetingTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send({ to }, { id, message, attachment = null }) {
      try {
        const { response } = await transport.sendMail({
          from,
          to: [...to],
          ...mailText(message),
          ...(attachment === null ? {} : { attachments: [mailPart(attachment)] }),
          // Once more after a lost answer, it is the same mail to programs that look at this.
          messageId: `<${id}@${from.replace(/^.*@|>$/g, '')}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { at: now(), status: 250, text: response, meaning: 'accepted', retryAfterMs: null };
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : null;
        return { ...unanswered(now(), text), status };
      }
    },
    close: () => transport.close(),
  };
}

function mailPart({ name, type, content }: Attachment): {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
} {
  const { buffer, byteOffset, byteLength } = content;
  return { filename: name, contentType: type, content: Buffer.from(buffer, byteOffset, byteLength) };
}
