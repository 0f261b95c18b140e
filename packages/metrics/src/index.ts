// What sitegrep counts and measures, for Prometheus: table.ts names every metric, metrics.ts holds their values,
// sources.ts reads those that are stored elsewhere, listener.ts serves them without a key, with the process's readiness.
export {
  createReadiness,
  downIn,
  openMonitoringListener,
  type MonitoringListener,
  type Probe,
  type Readiness,
} from './listener.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export type { Reading, Source } from './sources.ts';
export { METRICS } from './table.ts';
