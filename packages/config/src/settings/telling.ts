import { smtpUrl } from '../addresses.ts';
import { optional } from '../setting.ts';
import { mailAddress } from '../words.ts';

const group = 'Alerts';

export const TELLING = {
  smtpUrl: {
    variable: 'SITEGREP_SMTP_URL',
    group,
    kind: optional(smtpUrl()),
    default: '',
    doc: 'Server that sends the mail of saved searches; the URL contains user and password if the server needs them. `smtps://` is TLS from the start, `smtp://` changes to it if the server can. Empty: no mail is sent.',
  },
  mailFrom: {
    variable: 'SITEGREP_MAIL_FROM',
    group,
    kind: optional(mailAddress()),
    default: '',
    doc: 'Address from which the mail of saved searches comes.',
  },
} as const;
