// What sitegrep counts and measures, for Prometheus: table.ts names every metric, metrics.ts keeps their values,
// sources.ts asks for those that stand elsewhere, listener.ts serves them where there is no API.
export { openMetricsListener, type MetricsListener } from './listener.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export type { Reading, Source } from './sources.ts';
export { METRICS } from './table.ts';
