// Entry of the threads that pack and search the pages of documents, a few documents at a time.
import { answerCalls } from '../../thread/in-thread.ts';
import { decideDocuments } from './decide.ts';
import { completionsIn, shownResults, videoIn, videosIn } from './full-text-pages.ts';
import { packDocument, repackDocument } from './pack.ts';
import { decideRecords, decideStored, knowSearches, refusalOf } from './searches/decide-site.ts';
import { capturedIn, shownOfDomain, shownOfPages } from './shown-of-hits.ts';
import { versionDiffIn, versionSourcesIn, versionsOf } from './versions/read-versions.ts';
import { answersOf, linksOf, outlinesOf, pagesWith, sourcesOf, technologiesOf } from './unpack-pages.ts';

const calls = {
  pack: packDocument,
  repack: repackDocument,
  knowSearches,
  decideRecords,
  decideStored,
  refusalOf,
  capturedIn,
  shownOfDomain,
  shownOfPages,
  decideDocuments,
  answersOf,
  linksOf,
  outlinesOf,
  pagesWith,
  sourcesOf,
  technologiesOf,
  shownResults,
  completionsIn,
  videoIn,
  videosIn,
  versionsOf,
  versionSourcesIn,
  versionDiffIn,
};

export type PagesCalls = typeof calls;

answerCalls(calls, (result) => {
  const body: unknown =
    typeof result === 'object' && result !== null && 'body' in result ? result.body : result;
  return body instanceof Uint8Array && body.buffer instanceof ArrayBuffer ? [body.buffer] : [];
});
