import { type ReactNode, useEffect } from 'react';
import { type PageName, PAGES } from '../pages.ts';
import { TEXT } from '../text.ts';

interface PageProps {
  readonly name: PageName;
  /** Heading; absent: the title of the page. */
  readonly heading?: ReactNode;
  /** A sentence on what the page is for. */
  readonly lead?: string;
  /** Shown beside the heading. */
  readonly beside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A page with its heading, and with its title in that of the window. */
export function Page({ name, heading, lead, beside, className = '', children }: PageProps) {
  const { title } = PAGES[name];
  useTitle(title);
  return (
    <div className={`page ${className}`}>
      <header className="stack tight">
        <div className="row apart">
          <h1>{heading ?? title}</h1>
          {beside}
        </div>
        {lead !== undefined && <p className="quiet">{lead}</p>}
      </header>
      {children}
    </div>
  );
}

/** Shows in the title of the window what the page is about. */
export function useTitle(about: string): void {
  useEffect(() => {
    document.title = about === '' ? TEXT.name : `${about} · ${TEXT.name}`;
  }, [about]);
}
