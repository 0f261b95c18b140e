// The same with scripts and styles indented, too: a thread of its own, whose file is loaded when that is wanted, since a thread may
// load no further ones.
import { inlineCode } from './inline-code.ts';
import { readSource, type SourceWish } from './source-forms.ts';

addEventListener('message', ({ data }: MessageEvent<SourceWish>) =>
  postMessage(readSource(data, inlineCode())),
);
