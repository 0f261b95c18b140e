// The sending of what saved searches tell, with the configured settings: by the crawler's rules on addresses.
import type { TellingParts } from '@sitegrep/api';
import type { Config } from '@sitegrep/config';
import { userAgent } from '@sitegrep/crawl';
import { type Destination, openSender } from '@sitegrep/telling';
import { openGuarded } from './guarded.ts';
import type { Closers } from './read-config.ts';
import { VERSION } from './version.ts';

/** Opens what sends messages; `closers` closes it. */
export function openSending(config: Config, closers: Closers): TellingParts {
  const { smtpUrl, mailFrom, contact } = config;
  const requests = openGuarded(config);
  const mail = smtpUrl === null || mailFrom === null ? null : { smtpUrl, from: mailFrom };
  const sender = openSender({
    requests,
    mail,
    userAgent: userAgent({ version: VERSION, contact }),
    now: Date.now,
  });
  closers.defer(() => sender.close());

  function refusalOf(destination: Destination): string | null {
    if (destination.kind === 'mail')
      return mail === null
        ? 'there is no server for mail; set SITEGREP_SMTP_URL and SITEGREP_MAIL_FROM, or leave mail out'
        : null;
    const refusal = requests.refusal(new URL(destination.url));
    if (refusal === null) return null;
    const here = refusal.includes('SITEGREP_ALLOWED_ADDRESSES')
      ? '; the range of the machine of sitegrep is 127.0.0.0/8'
      : '';
    return `${destination.url} cannot be sent to: ${refusal}${here}`;
  }

  return { sender, refusalOf };
}
