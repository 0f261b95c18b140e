import { useEffect, useState } from 'react';

/** Time for which a page that could be shown waits for what belongs to its beginning, in milliseconds. */
const GRACE_MS = 300;

/** Tells whether to wait for something on: it has not come, and the time for that is not over. */
export function useGrace(isPending: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), GRACE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isPending && !isOver;
}
