import { TEXT } from '../text.ts';
import { isMac } from './platform.ts';
import { RailIcon } from './RailIcon.tsx';

/** The button that opens the palette, with its keys. */
export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  const keys = isMac() ? TEXT.rail.paletteKeys.mac : TEXT.rail.paletteKeys.others;
  return (
    <button
      type="button"
      className="button rail-palette"
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
      title={`${TEXT.rail.palette} (${keys})`}
      onClick={onOpen}
    >
      <RailIcon name="palette" />
      <span className="rail-word">{TEXT.rail.palette}</span>
      <kbd className="rail-word" aria-hidden="true">
        {keys}
      </kbd>
    </button>
  );
}
