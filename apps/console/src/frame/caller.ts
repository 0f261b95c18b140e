import type { Caller, KeyScope } from '@sitegrep/client';
import { createContext, useContext } from 'react';

export const CallerContext = createContext<Caller | null>(null);

/** Key and session of the user who is signed in. */
export function useCaller(): Caller {
  const caller = useContext(CallerContext);
  if (caller === null) throw new Error('this part is shown to users who are signed in');
  return caller;
}

export function useMay(scope: KeyScope): boolean {
  return useCaller().key.scopes.includes(scope);
}
