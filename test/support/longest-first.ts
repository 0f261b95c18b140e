import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = join(import.meta.dirname, '..', '..');

/** Files of tests that take long, the longest first. */
const LONG: readonly string[] = [
  'packages/storage/src/sqlite/domains/conformance.test.ts',
  'packages/storage/src/sqlite/domains/small-segments.slow.test.ts',
  'packages/storage/src/elasticsearch/domains/conformance-queries.integration.test.ts',
  'packages/storage/src/elasticsearch/domains/conformance-terms.integration.test.ts',
  'packages/storage/src/elasticsearch/domains/conformance-documents.integration.test.ts',
  'apps/renderer/test/hostile.integration.test.ts',
  'packages/storage/src/elasticsearch/migration/migrate-index.integration.test.ts',
  'test/schemathesis/schemathesis.integration.test.ts',
  'test/console/keyboard.integration.test.ts',
  'test/chaos/cluster/elasticsearch-away.integration.test.ts',
  'packages/storage/src/elasticsearch/records/conformance.integration.test.ts',
  'test/console/accessible.integration.test.ts',
  'test/chaos/cluster/rolling-change.integration.test.ts',
  'apps/renderer/test/escapes.integration.test.ts',
  'apps/api/src/access-matrix.integration.test.ts',
  'apps/cli/src/cluster.integration.test.ts',
  'test/documentation/dataforseo.integration.test.ts',
  'test/documentation/generated-clients.integration.test.ts',
  'test/documentation/pages.integration.test.ts',
  'test/package/installed.integration.test.ts',
  'packages/segments/src/build/build-segment.slow.test.ts',
  'packages/segments/src/store/store-failures.slow.test.ts',
  'test/hostile/hostile.slow.test.ts',
  'test/chaos/revisits/revisits.slow.test.ts',
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
