/** Kinds of contact data that a site may have, and `rendered`: a page that a browser rendered. The console reads it, too. */
export const HAS = ['email', 'phone', 'profile', 'address', 'rendered'] as const;
