import { availableParallelism } from 'node:os';
import { duration, GIB, integer, MIB, MINUTE, size } from '../quantities.ts';

export const ANALYSIS_AND_SEARCH = {
  analysisThreads: {
    variable: 'SITEGREP_ANALYSIS_THREADS',
    group: 'Analysis and search',
    kind: integer({ minimum: 1, maximum: 64 }),
    default: String(Math.min(Math.max(1, availableParallelism() - 1), 64)),
    defaultNote: 'one less than there are cores, at least 1, at most 64',
    doc: 'Threads that take pages apart and detect technologies. Crawling and indexing need about as much processor time as they do.',
  },
  analysisDeadline: {
    variable: 'SITEGREP_ANALYSIS_DEADLINE',
    group: 'Analysis and search',
    kind: duration({ minimum: 100, maximum: 10 * MINUTE }),
    default: '5s',
    doc: 'How long the analysis of one page may take.',
  },
  analysisHeap: {
    variable: 'SITEGREP_ANALYSIS_HEAP',
    group: 'Analysis and search',
    kind: size({ minimum: 64 * MIB, maximum: 16 * GIB }),
    default: '512MiB',
    doc: 'Heap of one analysis thread; a page that needs more is recorded as crashed.',
  },
  searchThreads: {
    variable: 'SITEGREP_SEARCH_THREADS',
    group: 'Analysis and search',
    kind: integer({ minimum: 1, maximum: 64 }),
    default: '2',
    doc: 'Threads that answer searches.',
  },
  indexCache: {
    variable: 'SITEGREP_INDEX_CACHE',
    group: 'Analysis and search',
    kind: size({ minimum: MIB, maximum: GIB }),
    default: '64MiB',
    doc: 'Memory in which each search thread keeps what it read of the index in the data folder. It is taken as it is needed; where a search reads more than fits, it takes several times as long.',
  },
  indexBuildMemory: {
    variable: 'SITEGREP_INDEX_BUILD_MEMORY',
    group: 'Analysis and search',
    kind: size({ minimum: 4 * MIB, maximum: 4 * GIB }),
    default: '40MiB',
    doc: 'Memory in which a segment is sorted while it is built; about 110 MiB come on top. With less, it takes longer.',
  },
} as const;
