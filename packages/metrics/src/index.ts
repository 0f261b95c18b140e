// What sitegrep counts and measures, for Prometheus: table.ts names every metric, metrics.ts keeps their values,
// sources.ts asks for those that stand elsewhere, listener.ts serves them without a key, with whether the process is ready
// (readiness.ts).
export { openMonitoringListener, type MonitoringListener } from './listener.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { createReadiness, type Probe, type Readiness } from './readiness.ts';
export type { Reading, Source } from './sources.ts';
export { METRICS } from './table.ts';
