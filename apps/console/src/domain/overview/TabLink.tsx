import type { ReactNode } from 'react';
import { Link } from '../../parts/Link.tsx';

interface TabLinkProps {
  readonly domain: string;
  readonly search: Readonly<Record<string, string>>;
  readonly className?: string;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A link to a tab of a domain. */
export function TabLink({ domain, children, ...link }: TabLinkProps) {
  return (
    <Link to="/domains/$domain" params={{ domain }} {...link}>
      {children}
    </Link>
  );
}
