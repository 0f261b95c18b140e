import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = join(import.meta.dirname, '..', '..');

/** Files of tests that take long, the longest of each of the three runs first. */
const LONG: readonly string[] = [
  'packages/storage/src/sqlite/domains/conformance.test.ts',
  'apps/cli/src/main.test.ts',
  'apps/cli/src/commands/import.test.ts',
  'packages/analysis/src/pool.test.ts',
  'apps/api/src/routes/export.test.ts',
  'packages/storage/src/sqlite/backup/backup.test.ts',
  'packages/technologies/src/detector.test.ts',
  'packages/warc/src/zip-entries.test.ts',
  'apps/api/src/http-conventions.test.ts',
  'apps/cli/src/commands/domains/domains.test.ts',
  'packages/technologies/test/layer.test.ts',
  'apps/api/src/access-matrix.test.ts',
  'apps/api/src/plugins/shedding.test.ts',
  'packages/storage/src/sqlite/domains/ranks.test.ts',
  'apps/cli/src/commands/doctor.test.ts',
  'packages/segments/src/query/search-segment.test.ts',
  'packages/crawl/src/fallbacks.test.ts',
  'apps/cli/src/commands/crawls.test.ts',
  'test/recipes/recipes.slow.test.ts',
  'test/damage/damage.slow.test.ts',
  'packages/storage/src/sqlite/million-domains.slow.test.ts',
  'packages/segments/src/store/kill.slow.test.ts',
  'test/chaos/refused-folder.slow.test.ts',
  'test/first-hour/breaker.slow.test.ts',
  'test/chaos/kill-reanalysis.slow.test.ts',
  'packages/storage/src/sqlite/backup/killed.slow.test.ts',
  'test/first-hour/admin.slow.test.ts',
  'packages/technologies/test/slow-patterns.slow.test.ts',
  'apps/cli/src/read-only-folder.slow.test.ts',
  'test/bench/overload/overload.slow.test.ts',
  'test/hostile/hostile.slow.test.ts',
  'test/chaos/kill-import.slow.test.ts',
  'test/chaos/revisits/revisits.slow.test.ts',
  'test/bench/million/pages.slow.test.ts',
  'packages/storage/src/sqlite/kill.slow.test.ts',
  'test/chaos/kill-crawl.slow.test.ts',
  'test/first-hour/analyst.slow.test.ts',
  'test/fuzz/raw-http.slow.test.ts',
  'packages/segments/src/store/store-failures.slow.test.ts',
  'packages/segments/src/store/many-documents.slow.test.ts',
  'packages/crawl/src/real-ports.slow.test.ts',
  'test/chaos/large-bodies.slow.test.ts',
  'test/hostile/attacker.slow.test.ts',
  'packages/storage/src/sqlite/domains/small-segments.slow.test.ts',
  'apps/renderer/test/hostile.integration.test.ts',
  'test/chaos/cluster/elasticsearch-away.integration.test.ts',
  'test/console/accessible.integration.test.ts',
  'packages/storage/src/elasticsearch/domains/conformance-documents.integration.test.ts',
  'test/schemathesis/schemathesis.integration.test.ts',
  'packages/storage/src/elasticsearch/domains/conformance-terms.integration.test.ts',
  'packages/storage/src/elasticsearch/domains/conformance-queries.integration.test.ts',
  'test/chaos/revisits/revisits.integration.test.ts',
  'test/console/keyboard.integration.test.ts',
  'packages/storage/src/elasticsearch/domains/killed-visits.integration.test.ts',
  'packages/storage/src/elasticsearch/migration/migrate-index.integration.test.ts',
  'test/console/hostile.integration.test.ts',
  'apps/renderer/test/traps.integration.test.ts',
  'test/chaos/cluster/kill-worker.integration.test.ts',
  'test/chaos/cluster/rolling-change.integration.test.ts',
  'apps/renderer/test/escapes.integration.test.ts',
  'apps/renderer/test/script-sites.integration.test.ts',
  'test/mcp/bad-input.integration.test.ts',
  'test/rendering/rendered-crawl.integration.test.ts',
  'test/chaos/cluster/redis-away.integration.test.ts',
  'test/console/journey.integration.test.ts',
  'packages/storage/src/elasticsearch/domains/conformance-counts.integration.test.ts',
  'test/package/installed.integration.test.ts',
  'test/home-pages/home-pages.integration.test.ts',
  'test/documentation/generated-clients.integration.test.ts',
  'apps/cli/src/commands/bench.integration.test.ts',
  'apps/cli/src/cluster.integration.test.ts',
  'test/reference-page/click-through.integration.test.ts',
  'test/console/cluster.integration.test.ts',
  'test/documentation/pages.integration.test.ts',
  'test/documentation/dataforseo.integration.test.ts',
  'apps/api/src/access-matrix.integration.test.ts',
  'test/integration/secured-elasticsearch.integration.test.ts',
  'test/rendering/screenshots.integration.test.ts',
  'test/integration/generated-files.integration.test.ts',
  'packages/storage/src/elasticsearch/migration/migrate-months.integration.test.ts',
  'test/console/operator.integration.test.ts',
  'apps/worker/src/processes.integration.test.ts',
  'test/documentation/cluster-backup.integration.test.ts',
  'test/console/steering.integration.test.ts',
  'apps/renderer/test/control.integration.test.ts',
  'apps/worker/src/reanalysis/reanalysis.integration.test.ts',
  'packages/storage/src/elasticsearch/migration/migrate-indexes.integration.test.ts',
  'test/console/exports.integration.test.ts',
  'apps/renderer/test/killed.integration.test.ts',
  'packages/storage/src/elasticsearch/records/conformance.integration.test.ts',
  'test/chaos/cluster/clock-jump.integration.test.ts',
  'test/mcp/programs.integration.test.ts',
];

/** Begins with the files that take longest, so that none of them is left to run alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONG.filter((path) => !existsSync(join(ROOT, path)));
    if (gone.length > 0)
      throw new Error(`${import.meta.filename} names files that are gone: ${gone.join(', ')}`);
    const positionOf = ({ moduleId }: TestSpecification): number => {
      const position = LONG.indexOf(relative(ROOT, moduleId));
      return position < 0 ? LONG.length : position;
    };
    // The others begin in the order of earlier runs, or of their sizes.
    return (await super.sort(files)).toSorted((one, other) => positionOf(one) - positionOf(other));
  }
}
