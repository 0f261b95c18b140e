import type { LabelledPage } from './labelled-page.ts';

export const TITLE_PAGES: readonly LabelledPage[] = [
  {
    name: 'title and description with entities and line breaks',
    html: '<head><title>\n  Lumen &amp; S&ouml;hne &ndash;\n  Lampen </title><meta name="description" content="Lampen\n und&nbsp;mehr &quot;aus&quot; Glas"></head>',
    expected: { title: 'Lumen & Söhne – Lampen', description: 'Lampen und mehr "aus" Glas' },
  },
  {
    name: 'the title of a drawing is not the title of the page',
    html: '<body><svg><title>Menu icon</title></svg></body>',
    expected: {},
  },
  {
    name: 'a drawing before the title',
    html: '<head></head><body><svg viewBox="0 0 1 1"><title>Logo</title><path/></svg></body><title>Lampenhaus</title>',
    expected: { title: 'Lampenhaus' },
  },
  {
    name: 'two titles: the first counts',
    html: '<head><title>First</title><title>Second</title></head>',
    expected: { title: 'First' },
  },
  {
    name: 'an empty title, and one in Open Graph',
    html: '<head><title> </title><meta property="og:title" content="Lyktan i hamnen"></head>',
    expected: { title: 'Lyktan i hamnen' },
  },
  {
    name: 'no title, one in Open Graph, and one of the card',
    html: '<head><meta name="twitter:title" content="Card"><meta property="og:title" content="Graph"></head>',
    expected: { title: 'Graph' },
  },
  {
    name: 'the description in Open Graph only',
    html: '<head><meta property="og:description" content="Svjetiljke po mjeri"></head>',
    expected: { description: 'Svjetiljke po mjeri' },
  },
  {
    name: 'an empty description and one in Open Graph',
    html: '<head><meta name="description" content=""><meta property="og:description" content="Lampes sur mesure"></head>',
    expected: { description: 'Lampes sur mesure' },
  },
  {
    name: 'a description in capitals and without quotes',
    html: '<HEAD><TITLE>LAMPS</TITLE><META CONTENT=Lamps NAME=DESCRIPTION></HEAD>',
    expected: { title: 'LAMPS', description: 'Lamps' },
  },
  {
    name: 'markup inside the title is text',
    html: '<head><title>Lamps <b>and</b> more &lt;3</title></head>',
    expected: { title: 'Lamps <b>and</b> more <3' },
  },
  {
    name: 'a title that is never closed swallows the rest',
    html: '<head><meta name="description" content="Open"><title>Open end',
    expected: { title: 'Open end', description: 'Open' },
  },
  {
    name: 'a title in a comment and one in a script',
    html: '<head><!-- <title>Old</title> --><script>var t="<title>Script</title>"</script><title>Now</title></head>',
    expected: { title: 'Now' },
  },
  {
    name: 'the description of Dublin Core and the one of the page',
    html: '<head><meta name="dc.description" content="Catalogue"><meta name="description" content="Page"></head>',
    expected: { description: 'Page' },
  },
  {
    name: 'a title in Japanese with spaces in full width',
    html: '<head><title>灯りの店　ひかり　｜　京都</title></head>',
    expected: { title: '灯りの店 ひかり ｜ 京都' },
  },
];
