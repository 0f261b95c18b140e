// The sending of what saved searches tell, with the configured settings: by the crawler's rules on addresses.
import type { TellingParts } from '@sitegrep/api';
import type { Config } from '@sitegrep/config';
import { lookupAt, openPoster, userAgent } from '@sitegrep/crawl';
import { type Destination, openSender } from '@sitegrep/telling';
import { readAuthorities } from './authorities.ts';
import type { Closers } from './instance.ts';
import { VERSION } from './version.ts';

/** Opens what sends messages; `closers` closes it. */
export function openSending(config: Config, closers: Closers): TellingParts {
  const { smtpUrl, mailFrom, contact, connectTimeout: connectTimeoutMs } = config;
  const poster = openPoster({
    allowedAddresses: config.allowedAddresses,
    lookup: lookupAt(config.dnsServers, { timeoutMs: connectTimeoutMs }),
    certificateAuthorities:
      config.certificateAuthorities === null ? null : readAuthorities(config.certificateAuthorities).pem,
    connectTimeoutMs,
  });
  const mail = smtpUrl === null || mailFrom === null ? null : { smtpUrl, from: mailFrom };
  const sender = openSender({
    poster,
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
    const refusal = poster.refusal(new URL(destination.url));
    return refusal === null
      ? null
      : `${destination.url} cannot be sent to: ${refusal}; give an address on the web, or have SITEGREP_ALLOWED_ADDRESSES allow it`;
  }

  return { sender, refusalOf };
}
