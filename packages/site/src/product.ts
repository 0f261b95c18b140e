/** The product token: what User-Agent states, and by what robots.txt, `meta` and X-Robots-Tag address this crawler. */
export const PRODUCT = 'sitegrep';
