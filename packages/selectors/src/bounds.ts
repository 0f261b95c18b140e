/** Maximum characters of a selector. */
export const MAX_SELECTOR = 1_000;

/** Maximum characters of an attribute's name. */
export const MAX_ATTRIBUTE = 100;

/** UTF-16 units of a source that are read; the usual limit of a page is as many bytes. Attributes take fifty times the memory. */
export const MAX_SOURCE = 4 << 20;

/** Maximum number of elements, texts and comments of a document. A larger one is read up to there. */
export const MAX_NODES = 250_000;

/** Maximum depth of elements within each other; browsers flatten what is below a depth of 512. */
export const MAX_DEPTH = 1_000;

/** Maximum steps of work of one selector on one page: elements that are looked at, about half a second. */
export const MAX_STEPS = 50_000_000;
