import { availableParallelism } from 'node:os';
import { duration, GIB, integer, MIB, MINUTE, size } from '../quantities.ts';
import { optional } from '../setting.ts';
import { path } from '../words.ts';

export const ANALYSIS_AND_SEARCH = {
  analysisThreads: {
    variable: 'SITEGREP_ANALYSIS_THREADS',
    group: 'Analysis and search',
    kind: integer({ minimum: 1, maximum: 64 }),
    default: String(Math.min(Math.max(1, availableParallelism() - 1), 64)),
    defaultNote: 'one less than there are cores, at least 1, at most 64',
    doc: 'Threads that parse pages and detect technologies. Crawling and indexing need about as much processor time again.',
  },
  analysisDeadline: {
    variable: 'SITEGREP_ANALYSIS_DEADLINE',
    group: 'Analysis and search',
    kind: duration({ minimum: 100, maximum: 10 * MINUTE }),
    default: '5s',
    doc: 'Longest processor time for the analysis of one page. By the clock it may take ten times as long, so that a busy machine loses no page.',
  },
  analysisHeap: {
    variable: 'SITEGREP_ANALYSIS_HEAP',
    group: 'Analysis and search',
    kind: size({ minimum: 64 * MIB, maximum: 16 * GIB }),
    default: '512MiB',
    doc: 'Heap of one analysis thread; a page that needs more is recorded as crashed.',
  },
  technologies: {
    variable: 'SITEGREP_TECHNOLOGIES',
    group: 'Analysis and search',
    kind: optional(path()),
    default: '',
    doc: "File or folder with technologies of your own, YAML or JSON, in the form of Wappalyzer's fingerprints. It is read again when it changes, and stored pages are judged again in the background. Every process of a cluster needs the same one.",
  },
  searchThreads: {
    variable: 'SITEGREP_SEARCH_THREADS',
    group: 'Analysis and search',
    kind: integer({ minimum: 1, maximum: 64 }),
    default: '2',
    doc: 'Threads that answer searches. Long searches use all but one of them.',
  },
  searchHeap: {
    variable: 'SITEGREP_SEARCH_HEAP',
    group: 'Analysis and search',
    kind: size({ minimum: 64 * MIB, maximum: 16 * GIB }),
    default: '512MiB',
    doc: 'Heap of one search thread of the data folder. A search that needs more is refused, and the thread starts anew.',
  },
  indexCache: {
    variable: 'SITEGREP_INDEX_CACHE',
    group: 'Analysis and search',
    kind: size({ minimum: MIB, maximum: GIB }),
    default: '64MiB',
    doc: 'Memory in which each search thread caches what it has read of the index in the data folder. It is allocated when it is needed; a search that reads more than fits takes several times as long.',
  },
  indexBuildMemory: {
    variable: 'SITEGREP_INDEX_BUILD_MEMORY',
    group: 'Analysis and search',
    kind: size({ minimum: 4 * MIB, maximum: 4 * GIB }),
    default: '40MiB',
    doc: 'Memory for sorting a segment while it is built, besides about 110 MiB for the rest. With less memory, it takes longer.',
  },
} as const;
