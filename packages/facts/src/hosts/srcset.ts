/** An address and the white space before it. */
const ADDRESS = /[^\s,]\S*/g;
const COMMA = 0x2c;

/**
 * Calls `visit` with the addresses of a `srcset`, as the HTML standard cuts it: an address ends at white space, or at the commas
 * before it, and descriptors may follow up to the next comma outside of parentheses.
 */
export function visitSrcset(srcset: string, visit: (address: string) => void): void {
  ADDRESS.lastIndex = 0;
  for (let found = ADDRESS.exec(srcset); found !== null; found = ADDRESS.exec(srcset)) {
    const [address] = found;
    let end = address.length;
    while (address.charCodeAt(end - 1) === COMMA) end--;
    const next = end < address.length ? ADDRESS.lastIndex : endOfDescriptors(srcset, ADDRESS.lastIndex);
    visit(address.slice(0, end));
    // `visit` may read another set.
    ADDRESS.lastIndex = next;
  }
}

/** The next comma outside of parentheses. */
function endOfDescriptors(srcset: string, from: number): number {
  const comma = srcset.indexOf(',', from);
  if (comma === -1) return srcset.length;
  const open = srcset.indexOf('(', from);
  if (open === -1 || open > comma) return comma;
  // Descriptors have no parentheses inside of others.
  const close = srcset.indexOf(')', open);
  return close === -1 ? srcset.length : endOfDescriptors(srcset, close + 1);
}
