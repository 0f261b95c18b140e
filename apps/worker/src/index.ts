// The crawling side of sitegrep: start-worker.ts is the map, site-queue.ts the steps of one site.
export { fetchMeter, permitMeter } from './metered.ts';
export type { Archive, OpenArchive } from './commoncrawl/commoncrawl.ts';
export {
  startWorker,
  type Worker,
  type WorkerLogger,
  type WorkerRenderer,
  type WorkerOptions,
  type WorkerSettings,
} from './start-worker.ts';
export type { SiteRenderer } from './render-pages.ts';
export type { WaitingSites } from './waiting-sites.ts';
