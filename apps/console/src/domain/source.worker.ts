// What takes long on a source of megabytes: its matches, and its indented form. A thread of its own does it, so that the page
// answers meanwhile; it is ended when nobody waits for it any more.
import { type Matches, matchesIn } from '../query/needles.ts';
import { pretty } from './pretty.ts';

export interface SourceWish {
  readonly source: string;
  readonly query: string;
  /** True: the indented form of the source and the matches in it; false: the matches in the source as it is. */
  readonly isPretty: boolean;
}

export interface ReadSource extends Matches {
  readonly text: string;
}

addEventListener('message', ({ data }: MessageEvent<SourceWish>) => {
  const text = data.isPretty ? pretty(data.source) : data.source;
  const read: ReadSource = { text, ...matchesIn(text, data.query) };
  postMessage(data.isPretty ? read : { ...read, text: '' });
});
