// What sitegrep counts and measures, for Prometheus: table.ts names every metric, metrics.ts holds their values,
// sources.ts reads those that are stored elsewhere, readiness.ts probes what a process depends on, listener.ts serves
// both without a key.
export { openMonitoringListener, type MonitoringListener } from './listener.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export {
  createReadiness,
  type Dependency,
  type Probe,
  type Readiness,
  type ReadinessReport,
} from './readiness.ts';
export type { Reading, Source } from './sources.ts';
export { METRICS } from './table.ts';
