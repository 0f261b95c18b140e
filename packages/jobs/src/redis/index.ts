// State that processes share through Redis besides the queues, and its inspection. A separate entry point, because
// its dependencies take as long to load as most of the rest: a process without Redis does not load them.
export { openHostSlots, type HostSlot, type HostSlots, type HostSlotTerms } from './host-slots.ts';
export { inspectRedis, type InspectedRedis } from './inspect.ts';
export { openRequestCounts, openSharedCache, type RequestCounts, type SharedCache } from './shared-state.ts';
export type { RedisEvents } from './outages.ts';
