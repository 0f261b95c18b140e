import { useEffect, useState } from 'react';

/** Time after the last key before the server is asked, in milliseconds. */
const DEBOUNCE_MS = 150;

/** The value of a field, once it has not changed for a moment. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
