/** A path under an upstream's address, which may have a path of its own, with or without a slash at its end. */
export function endpoint(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path}`;
}
