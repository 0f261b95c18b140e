import type { ReactNode } from 'react';
import { Foreign } from './Foreign.tsx';
import { Link } from './Link.tsx';

/** A link to a page of strangers. It leads to a page that shows the whole address first. */
export function SiteLink({ url, children }: { readonly url: string; readonly children?: ReactNode }) {
  return (
    <Link to="/leave" search={{ to: url }}>
      {children ?? <Foreign text={url} />}
      <span aria-hidden="true"> ↗</span>
    </Link>
  );
}
