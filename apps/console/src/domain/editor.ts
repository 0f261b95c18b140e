// A source in CodeMirror, as text: read only, highlighted, with its matches. It lives in a shadow root, whose style sheets
// need no style elements, which the policy of the page refuses.
import { html } from '@codemirror/lang-html';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  syntaxHighlighting,
} from '@codemirror/language';
import { Compartment, EditorState, RangeSetBuilder, type Extension } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Match } from '../query/needles.ts';
import { type CutSource, cutLongLines } from './long-lines.ts';

const COLOURS = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: 'var(--accent)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--code-name)' },
  { tag: [tags.attributeValue, tags.string, tags.number], color: 'var(--code-string)' },
  { tag: [tags.comment, tags.meta, tags.documentMeta], color: 'var(--quiet)' },
]);

const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--ground)' },
  '.cm-scroller': { font: '13px/20px var(--mono)', overflow: 'auto' },
  '.cm-gutters': { color: 'var(--quiet)', backgroundColor: 'var(--raised)', borderColor: 'var(--line)' },
  '.cm-match': { backgroundColor: 'var(--match)', boxShadow: '0 1px 0 var(--match-edge)' },
  '.cm-match-current': { outline: '2px solid var(--match-edge)' },
  '.cm-foldPlaceholder': {
    color: 'var(--quiet)',
    backgroundColor: 'var(--sunken)',
    borderColor: 'var(--line)',
  },
  '& .cm-selectionLayer .cm-selectionBackground, &.cm-focused .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 25%, transparent)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-specialChar': { color: 'var(--bad)' },
});

/** Mark in place of a number, of a line that continues the one before. */
const CONTINUED = '⋯';

/** Control characters, marks of direction and other unseen ones are shown. */
const UNSEEN = /[^\P{Cc}\t\n\r]|[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** An editor that shows a source. Positions are offsets in the source. */
export interface Editor {
  /** Marks matches. @param current index of the one that is looked at */
  mark(matches: readonly Match[], current: number): void;
  wrap(isWrapped: boolean): void;
  /** Shows a position, and puts the cursor there. */
  show(from: number, to: number): void;
  close(): void;
}

/** Opens a source in an element. @param label name of the field for screen readers */
export function openEditor(parent: HTMLElement, source: string, label: string): Editor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  // A line break of two characters, or of another one, would shift positions: each is shown as one.
  const cut = cutLongLines(source.replaceAll('\r\n', ' \n').replaceAll('\r', '\n'));
  const [wrapping, marks] = [new Compartment(), new Compartment()];
  const view = new EditorView({
    root,
    parent: root as unknown as Element,
    state: EditorState.create({
      doc: cut.text,
      extensions: [
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-readonly': 'true',
          tabindex: '0',
          role: 'textbox',
          'aria-multiline': 'true',
        }),
        lineNumbers({ formatNumber: (line) => String(cut.lineNumber(line) ?? CONTINUED) }),
        // What is copied is the source, without the line breaks of cuts.
        EditorView.clipboardOutputFilter.of((_, { selection: { ranges } }) =>
          ranges.map(({ from, to }) => source.slice(cut.toSource(from), cut.toSource(to))).join('\n'),
        ),
        foldGutter(),
        codeFolding(),
        bracketMatching(),
        drawSelection(),
        highlightSpecialChars({ specialChars: UNSEEN }),
        html({ matchClosingTags: false, autoCloseTags: false }),
        syntaxHighlighting(COLOURS),
        keymap.of(foldKeymap),
        LOOK,
        wrapping.of(EditorView.lineWrapping),
        marks.of([]),
      ],
    }),
  });
  return {
    mark: (matches, current) => {
      view.dispatch({ effects: marks.reconfigure(decorated(matches, current, cut, view.state.doc.length)) });
    },
    wrap: (isWrapped) => {
      view.dispatch({ effects: wrapping.reconfigure(isWrapped ? EditorView.lineWrapping : []) });
    },
    show: (from, to) => {
      const end = view.state.doc.length;
      const [anchor, head] = [Math.min(cut.toShown(from), end), Math.min(cut.toShown(to), end)];
      view.dispatch({
        selection: { anchor, head },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
    },
    close: () => view.destroy(),
  };
}

const MATCH = Decoration.mark({ class: 'cm-match' });
const CURRENT = Decoration.mark({ class: 'cm-match cm-match-current' });

function decorated(
  matches: readonly Match[],
  current: number,
  { toShown }: CutSource,
  end: number,
): Extension {
  const builder = new RangeSetBuilder<Decoration>();
  matches.forEach(({ from, to }, index) => {
    // A match that ends at a cut ends before it.
    const [start, stop] = [toShown(from), toShown(to - 1) + 1];
    if (stop <= end && from < to) builder.add(start, stop, index === current ? CURRENT : MATCH);
  });
  return EditorView.decorations.of(builder.finish());
}
