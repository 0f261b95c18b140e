// Entry of the threads that pack and search the pages of documents, one document at a time.
import { answerCalls } from '../../thread/in-thread.ts';
import { matchesIn, packDocument } from './pack.ts';

answerCalls({ pack: packDocument, matchesIn }, (result) =>
  result instanceof Uint8Array && result.buffer instanceof ArrayBuffer ? [result.buffer] : [],
);
