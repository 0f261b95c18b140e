/** Terms as people search for them: rare and common, short and long, with and without punctuation. */
export const TERMS: readonly string[] = [
  'jquery',
  'google-analytics.com',
  'gtm.js?id=GTM-',
  'wp-content/plugins',
  '<meta name="generator" content="WordPress',
  'cdn.shopify.com',
  'zzqqxx',
  'class="',
  '<div',
  '="',
];

/** Ten facets, those with the most values among them. */
export const FACETS = [
  'tech',
  'category',
  'country',
  'language',
  'content_language',
  'tld',
  'registrable_domain',
  'rank',
  'generator',
  'visited',
].map((field) => ({ field }));
