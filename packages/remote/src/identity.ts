/** Properties that tell one content of a file from another. */
export interface Identity {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly size: number | null;
}

/** Tells whether a file is another one than before, by what both answers tell. */
export function hasChanged(before: Identity, now: Identity): boolean {
  const differs = (name: keyof Identity): boolean =>
    before[name] !== null && now[name] !== null && before[name] !== now[name];
  return differs('size') || differs(before.etag !== null && now.etag !== null ? 'etag' : 'lastModified');
}
