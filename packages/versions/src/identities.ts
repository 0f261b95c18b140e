import type { Beside } from './beside.ts';

/** Names of fields by which others know that a site is whose it says. */
const VERIFICATION = /verif(?!icationtoken)|validate\.01|norton-safeweb|origin-trial|publickey/i;
/** A hash of content. */
const DIGEST = /\bsha(?:1|256|384|512)-[^"'\s]*$|\bintegrity\s*=\s*["']?[^"'<>]*$/i;
/** The rest of the name of a file. */
const FILE =
  /^[\w.-]*\.(?:js|mjs|css|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|json|map|ico|s?html?|php|aspx?|pdf|mp4|webm|xml)\b/i;
/** Names of elements: styles and scripts know them. */
const CLASS = /\b(?:class|style|for|href)\s*=\s*["']?[^"'<>?&#]*$/i;
/** Beginnings of the ids that services of analytics and advertising give. */
const ACCOUNT = /\b(?:G|GT|GTM|UA|AW|DC|YT|pub|ca-pub|AS|OPT)-$/;
const ACCOUNT_NAME =
  /(?:^| )(?:(?:site|api|app|public|publishable|client|map|maps|license|write) ?(?:key|id|token)|sitekey|apikey|appid|clientid|dsn|pixel|pixelid|analytics|tracking ?id|measurement ?id|container ?id|property ?id|account|publisher|partner|merchant)(?: |$)/;

/** Tells whether a value stands for an identity: another one there tells of another file, owner or account. */
export function identifies({ before, after, name, tag }: Beside, value: string): boolean {
  if (/^<(?:meta|link)\b/i.test(tag) && VERIFICATION.test(tag) && !/requestverificationtoken/i.test(tag))
    return true;
  if (DIGEST.test(before) || CLASS.test(before)) return true;
  if (FILE.test(after) || /\.(?:m?js|css|png|jpe?g|gif|svg|webp|s?html?)$/i.test(value)) return true;
  return ACCOUNT.test(before) || ACCOUNT_NAME.test(name) || /^(?:G|GTM|UA|AW)-[A-Z0-9-]+$/.test(value);
}
