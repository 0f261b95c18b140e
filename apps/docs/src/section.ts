import type { Html } from './html.ts';

/** A part of a page, from its heading to the next one. */
export interface Section {
  /** Anchor of the heading, unique in the page. */
  readonly id: string;
  /** Level of the heading; 1 is the title of the page. */
  readonly level: number;
  readonly title: Html;
  /** The heading as plain text. */
  readonly heading: string;
  readonly content: Html;
  /** Text that a search looks into. */
  readonly text: string;
}
