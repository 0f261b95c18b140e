/**
 * Urgency of a call: those of somebody who waits for them are `urgent`; crawls and imports have other work meanwhile; and what is
 * `idle` can wait for all others.
 */
export type Urgency = 'urgent' | 'queued' | 'idle';
