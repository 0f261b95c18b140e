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
