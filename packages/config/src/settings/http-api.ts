import { host, networks } from '../addresses.ts';
import { optional } from '../kind.ts';
import { origins } from '../origins.ts';
import { GIB, integer, MIB, size } from '../quantities.ts';
import { credential } from '../words.ts';

export const HTTP_API = {
  host: {
    variable: 'SITEGREP_HOST',
    group: 'HTTP API',
    kind: host(),
    default: '127.0.0.1',
    doc: 'Address to listen on. `0.0.0.0` makes the API reachable from other machines.',
  },
  port: {
    variable: 'SITEGREP_PORT',
    group: 'HTTP API',
    kind: integer({ minimum: 0, maximum: 65_535 }),
    default: '8080',
    doc: 'Port to listen on; 0 takes any free one.',
  },
  adminKey: {
    variable: 'SITEGREP_ADMIN_KEY',
    group: 'HTTP API',
    kind: optional(credential()),
    default: '',
    doc: 'The first API key, with all scopes. Without it, the first start makes one and prints it once.',
  },
  uploadMaxBytes: {
    variable: 'SITEGREP_UPLOAD_MAX_BYTES',
    group: 'HTTP API',
    kind: size({ minimum: MIB, maximum: 16 * GIB }),
    default: '64MiB',
    doc: 'Largest list of domains that one request may upload, as it comes and unpacked.',
  },
  corsOrigins: {
    variable: 'SITEGREP_CORS_ORIGINS',
    group: 'HTTP API',
    kind: origins(),
    default: '',
    doc: 'Origins whose web pages may call the API from a browser. Empty: none.',
  },
  auditRetentionDays: {
    variable: 'SITEGREP_AUDIT_RETENTION_DAYS',
    group: 'HTTP API',
    kind: integer({ minimum: 1, maximum: 36_500 }),
    default: '365',
    doc: 'Days for which the audit log keeps what was done with admin keys and on the command line.',
  },
  trustedProxies: {
    variable: 'SITEGREP_TRUSTED_PROXIES',
    group: 'HTTP API',
    kind: networks(),
    default: '',
    doc: 'Proxies whose X-Forwarded-For tells the address of a client. Empty: none, and the header is ignored.',
  },
} as const;
