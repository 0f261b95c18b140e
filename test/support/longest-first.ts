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
  'packages/storage/src/sqlite/domains/ranks.test.ts',
  'apps/cli/src/commands/domains/domains.test.ts',
  'apps/cli/src/commands/crawls.test.ts',
  'apps/api/src/plugins/shedding.test.ts',
  'apps/cli/src/commands/doctor.test.ts',
  'apps/cli/src/commands/up.test.ts',
  'packages/storage/src/sqlite/maintenance/full-text.test.ts',
  'packages/storage/src/sqlite/maintenance/text-index.test.ts',
  'packages/crawl/src/crawler.test.ts',
  'packages/storage/src/sqlite/storage.test.ts',
  'apps/api/src/access-matrix.test.ts',
  'packages/jobs/src/sqlite/conformance.test.ts',
  'packages/storage/src/sqlite/backup/backup.test.ts',
  'test/damage/damage.slow.test.ts',
  'test/recipes/recipes.slow.test.ts',
  'test/chaos/refused-folder.slow.test.ts',
  'packages/segments/src/merge/merge-segments.slow.test.ts',
  'packages/storage/src/sqlite/million-domains.slow.test.ts',
  'packages/segments/src/query/search-segment.slow.test.ts',
  'test/first-hour/admin.slow.test.ts',
  'packages/storage/src/sqlite/domains/small-segments.slow.test.ts',
  'test/chaos/revisits/revisits.slow.test.ts',
  'apps/cli/src/read-only-folder.slow.test.ts',
  'test/chaos/kill-crawl.slow.test.ts',
  'test/first-hour/breaker.slow.test.ts',
  'test/chaos/kill-import.slow.test.ts',
  'packages/storage/src/sqlite/many-queries.slow.test.ts',
  'test/bench/overload/overload.slow.test.ts',
  'test/first-hour/analyst.slow.test.ts',
  'test/chaos/events/resume.slow.test.ts',
  'packages/segments/src/store/kill.slow.test.ts',
  'test/chaos/large-bodies.slow.test.ts',
  'packages/segments/src/store/store-failures.slow.test.ts',
  'packages/storage/src/sqlite/backup/killed.slow.test.ts',
  'packages/segments/src/build/build-segment.slow.test.ts',
  'packages/storage/src/sqlite/kill.slow.test.ts',
  'apps/renderer/test/hostile.integration.test.ts',
  'apps/renderer/test/traps.integration.test.ts',
  'test/schemathesis/schemathesis.integration.test.ts',
  'test/chaos/cluster/elasticsearch-away.integration.test.ts',
  'test/console/accessible.integration.test.ts',
  'packages/storage/src/elasticsearch/domains/conformance-queries.integration.test.ts',
  'packages/storage/src/elasticsearch/domains/conformance-counts.integration.test.ts',
  'test/chaos/revisits/revisits.integration.test.ts',
  'test/console/keyboard.integration.test.ts',
  'packages/storage/src/elasticsearch/migration/migrate-index.integration.test.ts',
  'test/console/hostile.integration.test.ts',
  'test/chaos/cluster/rolling-change.integration.test.ts',
  'packages/storage/src/elasticsearch/domains/conformance-terms.integration.test.ts',
  'test/chaos/cluster/kill-worker.integration.test.ts',
  'apps/renderer/test/escapes.integration.test.ts',
  'packages/storage/src/elasticsearch/domains/conformance-documents.integration.test.ts',
  'apps/renderer/test/script-sites.integration.test.ts',
  'test/chaos/cluster/redis-away.integration.test.ts',
  'apps/cli/src/commands/bench.integration.test.ts',
  'test/console/journey.integration.test.ts',
  'test/package/installed.integration.test.ts',
  'test/rendering/rendered-crawl.integration.test.ts',
  'apps/cli/src/cluster.integration.test.ts',
  'test/documentation/pages.integration.test.ts',
  'packages/storage/src/elasticsearch/migration/migrate-months.integration.test.ts',
  'test/reference-page/click-through.integration.test.ts',
  'test/console/operator.integration.test.ts',
  'apps/renderer/test/control.integration.test.ts',
  'packages/storage/src/elasticsearch/records/conformance.integration.test.ts',
  'test/chaos/cluster/begin.integration.test.ts',
  'test/integration/re2.integration.test.ts',
  'packages/storage/src/elasticsearch/migration/migrate-indexes.integration.test.ts',
  'test/documentation/importing.integration.test.ts',
  'test/rendering/screenshots.integration.test.ts',
  'test/console/steering.integration.test.ts',
  'test/mcp/bad-input.integration.test.ts',
  'test/integration/searxng.integration.test.ts',
  'apps/api/src/access-matrix.integration.test.ts',
  'test/chaos/cluster/clock-jump.integration.test.ts',
  'apps/renderer/test/killed.integration.test.ts',
  'test/chaos/host-pace/host-pace.integration.test.ts',
  'test/chaos/cluster/redis-away-searches.integration.test.ts',
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
