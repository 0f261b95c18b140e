// The thread that packs documents, one after the other.
import { answerCalls } from '../../thread/answer-calls.ts';
import { packDocument } from './pack.ts';

answerCalls({ pack: packDocument }, (packed) =>
  packed instanceof Uint8Array && packed.buffer instanceof ArrayBuffer ? [packed.buffer] : [],
);
