// Values that requests choose from, without the schemas that are made of them: commands offer them before they send anything.

/** Scopes of keys. */
export const KEY_SCOPES = ['search', 'source', 'serp', 'video', 'admin'] as const;

/** Seconds for which the old secrets of a key stay valid after it was given a new one. */
export const OVERLAP_SECONDS = { default: 86_400, maximum: 2_592_000 } as const;

/** Actions of the audit log: everything that changes something with the rights of an administrator. */
export const AUDIT_ACTIONS = [
  'crawl.create',
  'crawl.cancel',
  'crawl.delete',
  'crawl.retry',
  'schedule.put',
  'schedule.delete',
  'list.put',
  'list.change',
  'list.delete',
  'search.put',
  'search.delete',
  'search.make_report',
  'search.renew_feeds',
  'search.replay',
  'search.test',
  'domain.delete',
  'block.put',
  'block.delete',
  'page.send',
  'samples.add',
  'samples.remove',
  'rank.import',
  'commoncrawl.start',
  'commoncrawl.stop',
  'technologies.take',
  'technologies.built_in',
  'reanalysis.start',
  'reanalysis.stop',
  'key.create',
  'key.rotate',
  'key.revoke',
  'session.open',
  'session.close',
  'session.end',
] as const;

/** Levels of saved searches. */
export const SAVED_LEVELS = ['domain', 'page', 'change'] as const;

/** Kinds of the events of a saved search. */
export const EVENT_KINDS = ['appeared', 'disappeared', 'changed'] as const;

/** Forms of the messages that a webhook gets: ours, or that of a chat. */
export const WEBHOOK_TEMPLATES = ['standard', 'slack', 'teams'] as const;

/** Formats of the files of reports. */
export const REPORT_FORMATS = ['csv', 'xlsx'] as const;

/** Intervals that trends are counted by. */
export const TREND_STEPS = ['day', 'week', 'month'] as const;
export type TrendStep = (typeof TREND_STEPS)[number];
