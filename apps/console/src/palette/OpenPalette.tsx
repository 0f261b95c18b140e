import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { START } from '../api/client.ts';
import { useCaller } from '../frame/caller.ts';
import { signOut } from '../frame/sign-out.ts';
import { chooseTheme } from '../frame/theme.ts';
import { pageAt } from '../pages.ts';
import { Button } from '../parts/Button.tsx';
import { noteOfCopy } from '../parts/copy.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { type Criteria, criteriaIn } from '../search/criteria.ts';
import { saveExport } from '../search/save-export.ts';
import { SaveOnDemand } from '../saved/save-on-demand.ts';
import { TEXT } from '../text.ts';
import { PALETTE_TEXT as WORDS } from '../text/palette.ts';
import { knownEntries, type SaveWish } from './known-entries.ts';
import { Palette } from './Palette.tsx';

interface OpenPaletteProps {
  readonly onShortcuts: () => void;
  readonly onFold: () => void;
  readonly onClose: () => void;
}

/** Part that is shown: the palette, or what was chosen in it. */
type Shown =
  | { readonly what: 'palette' }
  | { readonly what: 'save'; readonly wish: SaveWish }
  | { readonly what: 'refusal'; readonly message: string };

/** The palette with what can be done on the page that is shown. */
export function OpenPalette({ onShortcuts, onFold, onClose }: OpenPaletteProps) {
  const { scopes } = useCaller().key;
  const location = useLocation();
  const [shown, show] = useState<Shown>({ what: 'palette' });
  const page = pageAt(location.pathname);
  const criteria = page === 'search' || page === 'changes' ? criteriaOf(location.search, page) : null;
  const known = knownEntries(
    { scopes, href: window.location.href, criteria },
    {
      copy: noteOfCopy,
      save: (wish) => show({ what: 'save', wish }),
      export: (wish, format) => {
        saveExport(wish, format, (message) => show({ what: 'refusal', message }));
        return WORDS.exporting;
      },
      theme: chooseTheme,
      shortcuts: onShortcuts,
      fold: onFold,
      signOut,
      leave: (href) => window.location.assign(new URL(href, START)),
    },
  );
  if (shown.what === 'save') {
    const { q, level } = shown.wish;
    return <SaveOnDemand given={null} wish={{ q, level }} onClose={onClose} />;
  }
  if (shown.what === 'refusal') {
    return (
      <Dialog title={TEXT.failed.title} onClose={onClose}>
        <p role="alert">{TEXT.search.notExported(shown.message)}</p>
        <Button onClick={onClose}>{TEXT.close}</Button>
      </Dialog>
    );
  }
  return <Palette known={known} onClose={onClose} />;
}

/** The search of an address. */
function criteriaOf(search: object, page: 'search' | 'changes'): Criteria {
  return criteriaIn({ ...search, ...(page === 'changes' && { level: 'change' }) });
}
