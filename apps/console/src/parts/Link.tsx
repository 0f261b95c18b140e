import { type LinkComponent, useLinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type LinkProps = Parameters<typeof useLinkProps>[0] & { readonly children?: ReactNode };

function PlainLink({ children, ...options }: LinkProps) {
  return <a {...useLinkProps(options)}>{children}</a>;
}

/**
 * A link to a page of the console. The router's own keeps the content that a link had first, and with its elements Preact would
 * keep all rows that a list has ever shown.
 */
export const Link = PlainLink as LinkComponent<'a'>;
