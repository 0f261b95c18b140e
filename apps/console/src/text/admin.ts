// Texts of the pages of keys and of blocked domains.

export const KEYS_TEXT = {
  create: 'Create key',
  name: 'Name',
  nameHint: 'By which people recognise it: give each person and each program a key of their own.',
  scopes: 'Scopes',
  scopeHints: {
    search: 'searches, exports, facts, technologies',
    source: 'stored sources of pages',
    serp: 'web searches and suggestions of providers',
    video: 'videos of providers',
    admin: 'crawls, keys, takedowns, everything under /admin',
  },
  limit: 'Requests a minute',
  limited: (requests: string) => `${requests} requests a minute`,
  limitHint: 'Empty: the default of the instance.',
  expires: 'Expires',
  expiresHint: 'Empty: never.',
  secretTitle: 'The secret of the key',
  secretLead: 'It is shown this once. Copy it now; it is stored nowhere.',
  done: 'I have copied it',
  created: 'Created',
  used: 'Last used',
  never: 'never',
  valid: 'valid',
  revoked: 'revoked',
  expired: 'expired',
  rotate: 'Rotate',
  rotateAsk: (name: string) =>
    `“${name}” gets a new secret. Its present secrets and sessions end after the time that you choose.`,
  overlap: 'They end',
  overlaps: { 0: 'at once', 3600: 'in an hour', 86400: 'in a day', 604800: 'in a week' },
  revoke: 'Revoke',
  revokeAsk: (name: string) =>
    `“${name}” and its sessions stop working at once, for good. Programs that use it are refused.`,
  sessions: 'Sessions',
  endSession: 'End',
  until: 'until',
  this: 'this one',
  own: 'This is the key that you are signed in with: you will be signed out.',
} as const;

export const BLOCKED_TEXT = {
  title: 'Blocked domains',
  lead: 'Blocked domains, with all domains under them, are neither crawled nor stored.',
  domain: 'Domain',
  reason: 'Reason',
  since: 'Since',
  add: 'Block a domain',
  none: 'No domain is blocked',
  unblock: 'Unblock',
  unblockAsk: (domain: string) =>
    `${domain} can be crawled and stored again. What was removed does not come back by itself.`,
  remove: 'Also remove what is stored of it',
  blockAsk: (domain: string) => `Keeps ${domain} and all domains under it out of the index.`,
  removeAsk: (domain: string) =>
    `Removes everything that is stored of ${domain} and of all domains under it, and keeps them out.`,
} as const;
