// What processes share through Redis besides the queues. A package of its own to whoever imports it: what it stands on takes
// as long to load as all the rest of a process without Redis.
export { openHostSlots, type HostSlot, type HostSlots, type HostSlotTerms } from './host-slots.ts';
export { openRequestCounts, type RequestCounts } from './request-counts.ts';
export { openSharedCache, type SharedCache } from './shared-cache.ts';
