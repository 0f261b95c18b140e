// Case folding: what makes two texts equal when case is ignored, for the index, for terms and for patterns.
export { foldCase, foldUtf8 } from './fold.ts';
export { ALIKE } from './alike.ts';
export { Utf8Offsets } from './utf8-offsets.ts';
