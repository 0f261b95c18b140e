import { useState } from 'react';

/** The newest value that there was, which a later failure leaves. */
export function useKept<Value>(value: Value | undefined): Value | undefined {
  const [kept, keep] = useState(value);
  if (value !== undefined && value !== kept) keep(value);
  return value ?? kept;
}
