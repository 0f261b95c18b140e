import { useState } from 'react';
import { useLater } from '../parts/later.ts';
import { useMedia } from '../parts/media.ts';
import type { Criteria } from '../search/criteria.ts';
import { PICTURES_TEXT as WORDS } from '../text/pictures.ts';
import { Missing } from './Missing.tsx';
import './pictures.css';

/** Width of the window below which the pictures are folded away at first. */
const NARROW = '(max-width: 640px)';

interface PicturesProps {
  readonly criteria: Criteria;
  readonly onQuery: (query: string) => void;
}

/** Small pictures of what was found, in the room that is kept for them while they load. On a small window, a switch shows them. */
export function Pictures(props: PicturesProps) {
  const isNarrow = useMedia(NARROW);
  const [isOpen, setOpen] = useState(false);
  if (!isNarrow) return <Later {...props} />;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{WORDS.fold}</summary>
      {isOpen && <Later {...props} />}
    </details>
  );
}

function Later(props: PicturesProps) {
  const strip = useLater('pictures', () => import('./Strip.tsx'));
  if (strip.data !== undefined) return <strip.data.Strip {...props} />;
  return <div className="pictures">{strip.error !== null && <Missing {...strip} error={strip.error} />}</div>;
}
