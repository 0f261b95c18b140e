// What takes long on a source of megabytes: its matches, and its indented form. A thread of its own does it, so that the page
// answers meanwhile; it is ended when nobody waits for it any more.
import { readSource, type SourceWish } from './source-forms.ts';

addEventListener('message', ({ data }: MessageEvent<SourceWish>) => postMessage(readSource(data, null)));
