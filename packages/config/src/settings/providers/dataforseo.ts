import { optional } from '../../kind.ts';
import { upstreamUrl } from '../../upstream-url.ts';
import { login, password } from '../../words.ts';

export const DATAFORSEO = {
  dataforseoUrl: {
    variable: 'SITEGREP_DATAFORSEO_URL',
    group: 'Providers',
    kind: upstreamUrl(),
    default: 'https://api.dataforseo.com',
    doc: 'Where the provider `dataforseo` asks; `https://sandbox.dataforseo.com` answers for nothing, with made-up results.',
  },
  dataforseoLogin: {
    variable: 'SITEGREP_DATAFORSEO_LOGIN',
    group: 'Providers',
    kind: optional(login()),
    default: '',
    doc: 'Login for the API of DataForSEO; `dataforseo` needs it.',
  },
  dataforseoPassword: {
    variable: 'SITEGREP_DATAFORSEO_PASSWORD',
    group: 'Providers',
    kind: optional(password()),
    default: '',
    doc: 'Password of the login: that for the API, not the one of the account; `dataforseo` needs it.',
  },
} as const;
