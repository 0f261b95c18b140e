import type { LabelledPage } from './labelled-page.ts';

/** Numbers in links, in structured data and in text. */
export const PHONE_PAGES: readonly LabelledPage[] = [
  {
    name: 'a tel link with the calling code',
    html: '<a href="tel:+493023125101">030 23125-101</a>',
    expected: { phones: ['+493023125101'], country: 'DE' },
  },
  {
    name: 'tel links with blanks, brackets, dots and encoded signs',
    html: '<a href="tel:+44 (0)20 7946 0018">Call</a><a href="tel:%2B44%2020%207946%200019">Call</a><a href="tel:+44.161.496.0020">Call</a><a href="TEL:+44-113-496-0021">Call</a>',
    expected: {
      phones: ['+442079460018', '+442079460019', '+441614960020', '+441134960021'],
      country: 'GB',
    },
  },
  {
    name: 'national tel links on a domain that tells the country',
    url: 'https://boulangerie-exemple.fr/',
    html: '<a href="tel:0199001234">01 99 00 12 34</a> <a href="tel:02 61 91 12 34">atelier</a>',
    expected: { phones: ['+33199001234', '+33261911234'], country: 'FR' },
  },
  {
    name: 'a national tel link on a domain that tells nothing',
    html: '<a href="tel:0199001234">01 99 00 12 34</a>',
    expected: {},
  },
  {
    name: 'a national tel link where the address in JSON-LD tells the country',
    url: 'https://konditorei-example.com/',
    html: '<script type="application/ld+json">{"@type":"Bakery","address":{"@type":"PostalAddress","addressCountry":"DE"}}</script><a href="tel:03023125102">030 / 23125102</a>',
    expected: { phones: ['+493023125102'], country: 'DE' },
  },
  {
    name: 'a national number where the language region is all there is',
    html: '<html lang="sv-SE"><a href="tel:084650041">08-465 00 41</a></html>',
    expected: { language: 'sv', country: 'SE', phones: ['+4684650041'] },
  },
  {
    name: 'the international prefix as two zeros',
    url: 'https://uhren-beispiel.ch/',
    html: '<a href="tel:0041445552310">044 555 23 10</a><a href="tel:00493023125103">DE</a>',
    expected: { phones: ['+41445552310', '+493023125103'], country: 'CH' },
  },
  {
    name: 'extensions in several spellings: the number without it',
    html: '<a href="tel:+442079460022;ext=12">a</a><a href="tel:+442079460023,5">b</a><a href="tel:+44 20 7946 0024 ext. 9">c</a><a href="tel:+442079460025p12#">d</a>',
    expected: {
      phones: ['+442079460022', '+442079460023', '+442079460024', '+442079460025'],
      country: 'GB',
    },
  },
  {
    name: 'numbers that nobody can have',
    html: '<a href="tel:+1234567890">x</a><a href="tel:+49">y</a><a href="tel:+44 20 7946">z</a><a href="tel:+999123456789">u</a><a href="tel:+33000000000">v</a><a href="tel:">w</a><a href="tel:+">w</a>',
    expected: {},
  },
  {
    name: 'fillers of templates',
    html: '<a href="tel:+12125550123">555-0123</a><a href="tel:+1-800-555-0199">call</a><a href="tel:1234567890">call</a><a href="tel:+1 111 111 1111">call</a><a href="tel:+00 000 000 000">call</a>',
    expected: {},
  },
  {
    name: 'links that are not phone numbers in spite of tel',
    html: '<a href="tel:#">x</a><a href="tel:call-us">y</a><a href="tel:[phone]">z</a><a href="tel:{{ shop.phone }}">q</a><a href="tel:undefined">u</a>',
    expected: {},
  },
  {
    name: 'a vanity number in letters',
    html: '<a href="tel:+1-800-FLOWERS">1-800-FLOWERS</a>',
    expected: { phones: ['+18003569377'] },
  },
  {
    name: 'a freephone number of the shared calling code tells no country',
    html: '<a href="tel:+18445554240">Toll free</a>',
    expected: { phones: ['+18445554240'] },
  },
  {
    name: 'numbers of Canada and of the United States are told apart',
    html: '<a href="tel:+14165554240">Toronto</a>',
    expected: { phones: ['+14165554240'], country: 'CA' },
  },
  {
    name: 'offices in two countries tell no country',
    html: '<a href="tel:+493023125104">Berlin</a><a href="tel:+442079460026">London</a>',
    expected: { phones: ['+493023125104', '+442079460026'] },
  },
  {
    name: 'telephone in JSON-LD, national by its own address',
    html: '<script type="application/ld+json">{"@type":"LocalBusiness","telephone":"020 7946 0027","address":{"@type":"PostalAddress","streetAddress":"1 Quay","addressCountry":"GB"}}</script>',
    expected: { phones: ['+442079460027'], country: 'GB' },
  },
  {
    name: 'contact points in JSON-LD, one a list, and a fax number',
    html: '<script type="application/ld+json">{"@type":"Organization","faxNumber":"+493023125199","contactPoint":[{"@type":"ContactPoint","telephone":"+49-30-23125-105"},{"@type":"ContactPoint","telephone":["+49 30 23125 106"]}]}</script>',
    expected: { phones: ['+493023125105', '+493023125106', '+493023125199'], country: 'DE' },
  },
  {
    name: 'a number in JSON-LD written as a JSON number',
    html: '<script type="application/ld+json">{"@type":"Organization","telephone":493023125107,"address":{"@type":"PostalAddress","addressCountry":{"@type":"Country","name":"Germany"}}}</script>',
    expected: { phones: ['+493023125107'], country: 'DE' },
  },
  {
    name: 'the number of an event venue in JSON-LD is not the site’s',
    html: '<script type="application/ld+json">{"@type":"Event","name":"Gig","location":{"@type":"Place","name":"Hall","telephone":"+33199005678","address":{"@type":"PostalAddress","addressCountry":"FR"}}}</script>',
    expected: {},
  },
  {
    name: 'microdata: telephone as text, link, meta and content',
    html: '<div itemscope itemtype="https://schema.org/Dentist"><span itemprop="telephone">+44 113 496 0028</span><a itemprop="telephone" href="tel:+441134960029">tel</a><meta itemprop="telephone" content="+44 113 496 0030"><span itemprop="telephone" content="+441134960031">(0113) 496 0031</span></div>',
    expected: {
      phones: ['+441134960028', '+441134960029', '+441134960030', '+441134960031'],
      country: 'GB',
    },
  },
  {
    name: 'microdata: national number, country by the address beside it',
    html: '<div itemscope itemtype="http://schema.org/Restaurant"><div itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><span itemprop="streetAddress">Kaivokatu 1</span> <span itemprop="addressCountry">Suomi</span></div><b itemprop="telephone">09 4240 5512</b></div>',
    expected: { phones: ['+358942405512'], country: 'FI' },
  },
  {
    name: 'microdata: a fax number counts, the number of a reviewer is not the site’s',
    html: '<div itemscope itemtype="https://schema.org/Hotel"><span itemprop="faxNumber">+44 113 496 0032</span><div itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="telephone">+33 1 99 00 22 33</span></span></div></div>',
    expected: { phones: ['+441134960032'], country: 'GB' },
  },
  {
    name: 'RDFa: property telephone',
    html: '<div vocab="https://schema.org/" typeof="LocalBusiness"><span property="telephone">+46 8 465 004 20</span></div>',
    expected: { phones: ['+46846500420'], country: 'SE' },
  },
  {
    name: 'phone numbers in h-card and vCard classes',
    html: '<div class="vcard"><span class="tel">+353 1 555 4240</span></div><div class="h-card"><a class="p-tel" href="tel:+35315554241">Call</a></div>',
    expected: { phones: ['+35315554240', '+35315554241'], country: 'IE' },
  },
  {
    name: 'callto and sms links',
    html: '<a href="callto:+493023125108">Anrufen</a><a href="sms:+4917139200123?body=Hallo">SMS</a>',
    expected: { phones: ['+493023125108', '+4917139200123'], country: 'DE' },
  },
  {
    name: 'callto with the name of an account',
    html: '<a href="callto:lumen.support">Call us</a><a href="skype:lumen.support?call">Skype</a>',
    expected: {},
  },
  {
    name: 'chat links with a number in the address',
    html: '<a href="https://wa.me/4917139200124?text=Hallo">Chat</a><a href="https://api.whatsapp.com/send?phone=%2B4917139200125&amp;text=x">Chat</a>',
    expected: { phones: ['+4917139200124', '+4917139200125'], country: 'DE' },
  },
  {
    name: 'share links of chats have no number',
    html: '<a href="https://wa.me/?text=https%3A%2F%2Ffirm.example">Share</a><a href="https://api.whatsapp.com/send?text=Read%20this%20493023125109">Share</a><a href="whatsapp://send?text=x">Share</a>',
    expected: {},
  },
  {
    name: 'a number in the text beside a word, without order numbers and dates',
    html: '<p>Tel. +49 30 23125 110, order 4930231251, ISBN 978-3-16-148410-0, 2024-10-12 13:45, IBAN DE02120300000000202051</p>',
    expected: { phones: ['+493023125110'], country: 'DE' },
  },
  {
    name: 'the same number in three spellings',
    url: 'https://fahrrad-beispiel.de/',
    html: '<a href="tel:03023125111">a</a><a href="tel:+493023125111">b</a><a href="tel:0049 30 23125-111">c</a>',
    expected: { phones: ['+493023125111'], country: 'DE' },
  },
  {
    name: 'a calling code without its plus',
    url: 'https://pekarna-primer.si/',
    html: '<a href="tel:38615554240">01 555 42 40</a>',
    expected: { phones: ['+38615554240'], country: 'SI' },
  },
  {
    name: 'a trunk zero in brackets behind the calling code, and one left in by mistake',
    html: '<a href="tel:+49(0)3023125112">a</a><a href="tel:+49 030 23125113">b</a>',
    expected: { phones: ['+493023125112', '+493023125113'], country: 'DE' },
  },
  {
    name: 'emergency and short numbers',
    url: 'https://klinik-beispiel.de/',
    html: '<a href="tel:112">112</a><a href="tel:116117">116 117</a><a href="tel:911">911</a>',
    expected: { country: 'DE' },
  },
  {
    name: 'national numbers after an address in an article, each in a line',
    url: 'https://gazeta.example/artykul/1',
    html: '<article><p>Wynik 71 555 42 42</p></article><div id="kontakt"><p>ul. Prosta 5<br>50-073 Wrocław<br>71 555 42 40<br>gazeta.example<br>71 555 42 41</p></div>',
    expected: { phones: ['+48715554240', '+48715554241'], country: 'PL' },
  },
  {
    name: 'a fax number that leaves out what it has in common with the phone number',
    url: 'https://paper.in/',
    html: '<p>Ph : 0091-832-2555424, 2555460 Fax : 2555425.</p>',
    expected: { phones: ['+918322555424', '+918322555460', '+918322555425'], country: 'IN' },
  },
  {
    name: 'a number in an article that the owner gives as its own, and one of another',
    url: 'https://plumbers.example/blog/leaks',
    html: '<article><p>Call (888) 463-3339 or contact us today.</p><p>The station has (212) 639-9675.</p><p>Words.</p></article>',
    expected: { phones: ['+18884633339'] },
  },
  {
    name: 'numbers with words for digits',
    html: '<p>Call 1-800-FLOWERS or (212) 639-DOGS, model 800-A1B2C3D4</p>',
    expected: { phones: ['+18003569377', '+12126393647'], country: 'US' },
  },
  {
    name: 'Chinese offices without a word for phones, on a page with its filing number',
    html: '<div id="footer"><p>集团办公室:022-28205111 总编室：022-28205222 津ICP备07001863号</p></div>',
    expected: { phones: ['+862228205111', '+862228205222'], country: 'CN' },
  },
  {
    name: 'Arabic-Indic and full-width digits',
    html: '<a href="tel:+٩٧١٤٥٥٥٤٢٤٠">اتصل</a><a href="tel:＋８１３５５５５４２４０">電話</a>',
    expected: { phones: ['+97145554240', '+81355554240'] },
  },
];
