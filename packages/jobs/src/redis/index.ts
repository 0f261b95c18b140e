// What processes share through Redis besides the queues, and what an operator may want to know of it. It has an entry of
// its own, for what it stands on takes as long to load as much of the rest: a process without Redis does without it.
export { openHostSlots, type HostSlot, type HostSlots, type HostSlotTerms } from './host-slots.ts';
export { inspectRedis, type InspectedRedis } from './inspect.ts';
export { openRequestCounts, type RequestCounts } from './shared-state.ts';
export { openSharedCache, type SharedCache } from './shared-state.ts';
