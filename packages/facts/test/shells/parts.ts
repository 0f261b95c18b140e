// Pieces that pages of the labelled set have in common, whichever kind they are of.

/** A page with its label: the build tool or kind of page that it is shaped after. */
export type LabelledPage = readonly [label: string, html: string];

export const ANALYTICS =
  '<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABC123"></script><script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag("js",new Date());gtag("config","G-ABC123")</script>';

export const TAG_MANAGER =
  '<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({"gtm.start":new Date().getTime(),event:"gtm.js"});var f=d.getElementsByTagName(s)[0],j=d.createElement(s),dl=l!="dataLayer"?"&l="+l:"";j.async=true;j.src="https://www.googletagmanager.com/gtm.js?id="+i+dl;f.parentNode.insertBefore(j,f)})(window,document,"script","dataLayer","GTM-ABC")</script>';

export const TAG_MANAGER_FRAME =
  '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC" height="0" width="0" style="display:none;visibility:hidden"></iframe></noscript>';

export const PIXEL =
  '<noscript><img height="1" width="1" style="display:none" src="https://www.facebook.com/tr?id=1&ev=PageView&noscript=1"/></noscript>';

export const SPINNER =
  '<svg width="48" height="48" viewBox="0 0 48 48"><circle cx="24" cy="24" r="20" fill="none" stroke="#09f"/></svg>';

export function page(head: string, body: string, attributes = ' lang="en"'): string {
  return `<!DOCTYPE html>
<html${attributes}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${head}
  </head>
  ${body}
</html>`;
}

/** Sentences of a page; the same for the same number. */
export function prose(sentences: number): string {
  const all = [
    'We repair bicycles of all kinds in our workshop by the river.',
    'Most repairs are done on the same day, and you can wait with a cup of coffee.',
    'The shop was opened in 1987 by two brothers who liked to ride.',
    'Today seven people work here, and three of them race at weekends.',
    'Bring your old wheel and we tell you at once what it is worth.',
    'Our spring sale begins on the first of March.',
    'Every customer gets a free check after six months.',
    'We are closed on Mondays and on public holidays.',
  ];
  return Array.from({ length: sentences }, (_, at) => all[at % all.length]).join(' ');
}
