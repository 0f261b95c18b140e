/** Kinds of contact data that a site may have, `rendered`: a page that a browser rendered, and `dns`: DNS records. The console reads it, too. */
export const HAS = ['email', 'phone', 'profile', 'address', 'rendered', 'dns'] as const;
