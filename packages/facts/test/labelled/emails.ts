import type { LabelledPage } from './labelled-page.ts';

export const EMAIL_PAGES: readonly LabelledPage[] = [
  {
    name: 'a mailto link and the same address as its text',
    html: '<p>Mail us: <a href="mailto:Hello@Lantern.example">hello@lantern.example</a></p>',
    expected: { emails: ['hello@lantern.example'] },
  },
  {
    name: 'an address at the end of a sentence, one in brackets, one before a comma',
    html: '<p>Schreiben Sie an buero@wolke.example. Presse (presse@wolke.example), Einkauf: einkauf@wolke.example, gern auch per Post.</p>',
    expected: { emails: ['buero@wolke.example', 'presse@wolke.example', 'einkauf@wolke.example'] },
  },
  {
    name: 'mailto with subject and body that quote another address',
    html: '<a href="mailto:shop@tulp.example?subject=Vraag%20aan%20jan%40elders.example&body=Stuur%20naar%20piet@elders.example">Mail</a>',
    expected: { emails: ['shop@tulp.example'] },
  },
  {
    name: 'mailto with several recipients, some in cc and bcc',
    html: '<a href="mailto:anna@nord.example,%20bo@nord.example?cc=carl@nord.example&amp;bcc=dora%40nord.example">Alle</a>',
    expected: {
      emails: ['anna@nord.example', 'bo@nord.example', 'carl@nord.example', 'dora@nord.example'],
    },
  },
  {
    name: 'mailto with semicolons between recipients, as mail programs of offices write it',
    html: '<a href="mailto:anna@sur.example;bo@sur.example">Todos</a>',
    expected: { emails: ['anna@sur.example', 'bo@sur.example'] },
  },
  {
    name: 'mailto percent-encoded letter by letter',
    html: '<a href="mailto:%69%6e%66%6f%40%6b%69%6f%73%6b%2e%65%78%61%6d%70%6c%65">E-Mail</a>',
    expected: { emails: ['info@kiosk.example'] },
  },
  {
    name: 'mailto with a name and angle brackets',
    html: '<a href="mailto:Kiosk%20am%20Eck%20%3Ceck@kiosk.example%3E">Kiosk</a>',
    expected: { emails: ['eck@kiosk.example'] },
  },
  {
    name: 'mailto in capitals, with a blank and slashes that do not belong there',
    html: '<a href="MAILTO: one@kiosk.example">1</a><a href="mailto://two@kiosk.example">2</a><a href=" mailto:three@kiosk.example. ">3</a>',
    expected: { emails: ['one@kiosk.example', 'two@kiosk.example', 'three@kiosk.example'] },
  },
  {
    name: 'mailto of a share button, without a recipient',
    html: '<a href="mailto:?subject=Look%20at%20this&body=https%3A%2F%2Ffirm.example%2Fnews%3Ffrom%3Dmail">Share by mail</a>',
    expected: {},
  },
  {
    name: 'decimal entities in link and text',
    html: '<a href="&#109;&#97;&#105;&#108;&#116;&#111;&#58;&#112;&#111;&#115;&#116;&#64;&#104;&#111;&#102;&#46;&#101;&#120;&#97;&#109;&#112;&#108;&#101;">&#112;&#111;&#115;&#116;&#64;&#104;&#111;&#102;&#46;&#101;&#120;&#97;&#109;&#112;&#108;&#101;</a>',
    expected: { emails: ['post@hof.example'] },
  },
  {
    name: 'hexadecimal entities mixed with plain letters',
    html: '<p>p&#x6F;st&#x40;m&#252;hle.example und l&#x61;den&#64;m&#x75;ehle&#x2e;example</p>',
    expected: { emails: ['laden@muehle.example', 'post@xn--mhle-0ra.example'] },
  },
  {
    name: 'named entities for the at sign and the full stop',
    html: '<p>studio&commat;prisma&period;example</p>',
    expected: { emails: ['studio@prisma.example'] },
  },
  {
    name: 'at and dot in square brackets',
    html: '<p>Contact: office [at] harbour [dot] example or events[at]harbour[dot]example</p>',
    expected: { emails: ['office@harbour.example', 'events@harbour.example'] },
  },
  {
    name: 'at in round brackets, the dot as it is',
    html: '<p>E-Mail: kanzlei(at)recht.example, notar (at) recht.example</p>',
    expected: { emails: ['kanzlei@recht.example', 'notar@recht.example'] },
  },
  {
    name: 'at and dot in round brackets, with a hyphen and a country suffix',
    html: '<p>reception(at)sea-view(dot)co(dot)uk</p>',
    expected: { emails: ['reception@sea-view.co.uk'] },
  },
  {
    name: 'AT and DOT in capitals between blanks',
    html: '<p>Write to maria.lind AT observatory DOT example for the data.</p>',
    expected: { emails: ['maria.lind@observatory.example'] },
  },
  {
    name: 'curly and angle brackets around at',
    html: '<p>ops{at}relay{dot}example, desk &lt;at&gt; relay &lt;dot&gt; example</p>',
    expected: { emails: ['ops@relay.example', 'desk@relay.example'] },
  },
  {
    name: 'at in German, Spanish, French, Italian, Polish and Hungarian',
    html: '<p>info[ät]gasthof.example</p><p>hola (arroba) taller.example</p><p>bonjour [arobase] atelier.example</p><p>ciao (chiocciola) bottega.example</p><p>biuro [małpa] sklep.example</p><p>iroda (kukac) bolt.example</p>',
    expected: {
      emails: [
        'info@gasthof.example',
        'hola@taller.example',
        'bonjour@atelier.example',
        'ciao@bottega.example',
        'biuro@sklep.example',
        'iroda@bolt.example',
      ],
    },
  },
  {
    name: 'dot in other languages',
    html: '<p>post [at] verein [punkt] example</p><p>info (arroba) casa (punto) example</p><p>accueil [at] mairie [point] example</p>',
    expected: { emails: ['post@verein.example', 'info@casa.example', 'accueil@mairie.example'] },
  },
  {
    name: 'an at sign in full width, as in Japanese texts',
    html: '<p>お問い合わせ：info＠panya.exampleまで。</p><p>mail: shop＠panya．example</p>',
    expected: { emails: ['info@panya.example', 'shop@panya.example'] },
  },
  {
    name: 'blanks around the at sign',
    html: '<p>Email: bakery @ corner.example</p><p>Twitter @ corner.example is a joke.</p>',
    expected: { emails: ['bakery@corner.example'] },
  },
  {
    name: 'an image in the place of the at sign',
    html: '<p>info<img src="/img/at.gif" alt="@">druckerei.example</p><p>shop<img src="a.png" alt="(at)" width=9>druckerei.example</p>',
    expected: { emails: ['info@druckerei.example', 'shop@druckerei.example'] },
  },
  {
    name: 'bracketed at in a mailto link',
    html: '<a href="mailto:info(at)weingut.example">info(at)weingut.example</a>',
    expected: { emails: ['info@weingut.example'] },
  },
  {
    name: 'prose with at that is not an address',
    html: '<p>Meet us (at) noon. We sell at market.example and at the fair. Look AT market DOT. Call me [at] 9.30 or at 10.45. Open 9 (at) 5.</p>',
    expected: {},
  },
  {
    name: 'an address cut up by markup within the line',
    html: '<p><b>info</b>@<span>long-<wbr>name</span>.example und ser&shy;vice@long-name.example</p>',
    expected: { emails: ['info@long-name.example', 'service@long-name.example'] },
  },
  {
    name: 'decoy text hidden by style',
    html: '<p>info@<span style="display:none">nospam.</span>garten.example</p>',
    expected: { emails: ['info@garten.example'] },
  },
  {
    name: 'an address cut up by comments',
    html: '<p>info<!-- keep off -->@<!-- @bots.example -->fischer.example</p>',
    expected: { emails: ['info@fischer.example'] },
  },
  {
    name: 'written backwards and turned round by style',
    html: '<p><span style="unicode-bidi:bidi-override; direction: rtl">elpmaxe.etasnom@ofni</span></p>',
    expected: { emails: ['info@monsate.example'] },
  },
  {
    name: 'written backwards and turned round by a class: the style is not read',
    html: '<p><span class="rev">ed.tkejborp@ofni</span></p>',
    expected: {},
  },
  {
    name: 'put together by a script: scripts are not run',
    html: "<p><script>var u='info';document.write('<a href=\"mai'+'lto:'+u+'@'+'verbund.example\">'+u+'</a>')</script></p>",
    expected: {},
  },
  {
    name: 'data-cfemail on a link',
    html: '<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="5a323f3636351a363b342e3f2834773f223b372a363f74393537">[email&#160;protected]</a>',
    expected: { emails: ['hello@lantern-example.com'] },
  },
  {
    name: 'the address in the fragment of an email-protection link',
    html: '<a href="/cdn-cgi/l/email-protection#1f6f6d7a6c6c7a5f687073747a327d7a766c6f767a73317b7a">Presse</a>',
    expected: { emails: ['presse@wolke-beispiel.de'] },
  },
  {
    name: 'an email-protection link in full, with a subject inside',
    html: '<a href="https://tulp.example/cdn-cgi/l/email-protection#771e1911183703021b075a011818051512121b1359191b480402151d1214034a3f161b1b18">Mail</a>',
    expected: { emails: ['info@tulp-voorbeeld.nl'] },
  },
  {
    name: 'broken cfemail codes',
    html: '<a class="__cf_email__" data-cfemail="5a32">x</a><a href="/cdn-cgi/l/email-protection#zz">y</a><span data-cfemail="">z</span>',
    expected: {},
  },
  {
    name: 'JSON-LD of an organisation with a contact point',
    html: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Lumen","email":"mailto:hello@lumen.example","contactPoint":[{"@type":"ContactPoint","contactType":"sales","email":"sales@lumen.example"}]}</script>',
    expected: { emails: ['hello@lumen.example', 'sales@lumen.example'] },
  },
  {
    name: 'JSON-LD graph with a list of addresses',
    html: '<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","url":"https://orto.example"},{"@type":"LocalBusiness","email":["negozio@orto.example","ORDINI@orto.example"]}]}</script>',
    expected: { emails: ['negozio@orto.example', 'ordini@orto.example'] },
  },
  {
    name: 'JSON-LD that is not quite JSON, with escaped signs',
    html: '<script type="application/ld+json">{"@type":"Store","email":"info\\u0040laden.example","address":{"@type":"PostalAddress",},}</script>',
    expected: { emails: ['info@laden.example'] },
  },
  {
    name: 'microdata: email in a link, a meta and a text',
    html: '<div itemscope itemtype="https://schema.org/Store"><a itemprop="email" href="mailto:one@brink.example">mail</a><meta itemprop="email" content="two@brink.example"><span itemprop="email">three@brink.example</span></div>',
    expected: { emails: ['one@brink.example', 'two@brink.example', 'three@brink.example'] },
  },
  {
    name: 'RDFa: property email in content and text',
    html: '<div vocab="https://schema.org/" typeof="Organization"><meta property="email" content="rdfa@brink.example"><span property="schema:email" content="rdfb@brink.example">Mail</span></div>',
    expected: { emails: ['rdfa@brink.example', 'rdfb@brink.example'] },
  },
  {
    name: 'h-card and vCard classes',
    html: '<div class="vcard"><span class="fn">Ida Berg</span> <a class="email" href="mailto:ida@berg.example">E-post</a></div><p class="h-card"><data class="u-email" value="mailto:post@berg.example">post</data></p>',
    expected: { emails: ['ida@berg.example', 'post@berg.example'] },
  },
  {
    name: 'Open Graph and old metas',
    html: '<head><meta property="og:email" content="hej@lykta.example"><meta property="business:contact_data:email" content="info@lykta.example"><meta name="reply-to" content="svar@lykta.example"></head>',
    expected: { emails: ['hej@lykta.example', 'info@lykta.example', 'svar@lykta.example'] },
  },
  {
    name: 'images for dense screens in attributes, styles and text',
    html: '<img src="/img/logo@2x.png" srcset="/img/hero@2x.webp 2x, hero@3x.jpg 3x" alt="logo@2x.png"><p>Save it as icon@2x.png or clip@2x.mov or photo@1.5x.jpg</p><div style="background:url(bg@2x.gif)"></div>',
    expected: {},
  },
  {
    name: 'versions of packages',
    html: '<script src="https://cdn.example/npm/jquery@3.6.0/dist/jquery.min.js"></script><p>npm install react-dom@18.2.0 @scope/pkg@1.2.3 vue@next lodash@4.17.21.tgz</p>',
    expected: {},
  },
  {
    name: 'placeholders of templates in English',
    html: '<p>user@example.com, you@yourdomain.com, name@domain.com, email@address.com, john.doe@mail.com, someone@example.org, your@email.com, test@test.com</p><a href="mailto:info@yoursite.com">x</a>',
    expected: {},
  },
  {
    name: 'placeholders of templates in other languages',
    html: '<p>max@mustermann.de, vorname.nachname@firma.de, nombre@ejemplo.com, votre@email.com, prenom.nom@exemple.fr, tu@correo.com, seu@email.com.br, nome@dominio.it, uw@email.nl, ornek@ornek.com</p>',
    expected: {},
  },
  {
    name: 'hints and values of form fields',
    html: '<form><input type="email" placeholder="anna@beispiel-firma.de" name="email"><input value="x@hidden.example" type="hidden"></form>',
    expected: {},
  },
  {
    name: 'keys of error trackers and credentials in addresses',
    html: '<script>Sentry.init({dsn:"https://0123456789abcdef0123456789abcdef@o44.ingest.sentry.io/55"})</script><p>https://0123456789abcdef0123456789abcdef@errors.lumen.example/7 and https://deploy:secret@ci.lumen.example/x</p>',
    expected: {},
  },
  {
    name: 'addresses in scripts, styles and comments are of whoever wrote them',
    html: '<script>/*! gallery.js (c) Some Coder <coder@lib.example> */var a={"email":"me@lib.example"};</script><style>/* theme by styler@lib.example */</style><!-- webmaster@old.example --><script type="application/json">{"support":"state@lib.example"}</script>',
    expected: {},
  },
  {
    name: 'addresses in noscript and footer are on the page',
    html: '<noscript><p>Please write to noscript@harbour.example</p></noscript><footer>© Harbour · team@harbour.example</footer>',
    expected: { emails: ['noscript@harbour.example', 'team@harbour.example'] },
  },
  {
    name: 'an address in the query of a link, and clone addresses',
    html: '<a href="https://list.example/subscribe?email=reader%40elsewhere.example">subscribe</a><pre>git clone git@github.com:lumen/lamp.git</pre>',
    expected: {},
  },
  {
    name: 'handles of networks and map positions',
    html: '<p>Follow @lumen, @lumen@social.example and !group@social.example. <a href="https://maps.example/@52.52,13.40,15z">Map</a> 12345678@N00 · 5@2.50 · lat@52.5</p>',
    expected: {},
  },
  {
    name: 'no domain at all',
    html: '<p>root@localhost admin@intranet info@192.168.0.1 a@b x@y.z page@index.html data@report.pdf run@start.js</p>',
    expected: {},
  },
  {
    name: 'rare but right letters in the local part',
    html: "<p>o'hara+shop@green.example anna_lind@green.example x-ray.7@green.example</p>",
    expected: { emails: ["o'hara+shop@green.example", 'anna_lind@green.example', 'x-ray.7@green.example'] },
  },
  {
    name: 'addresses side by side without blanks between',
    html: '<p>a.first@pair.example/b.second@pair.example|c.third@pair.example;d.fourth@pair.example</p>',
    expected: {
      emails: [
        'a.first@pair.example',
        'b.second@pair.example',
        'c.third@pair.example',
        'd.fourth@pair.example',
      ],
    },
  },
  {
    name: 'a label glued to the address, cells and lines next to it',
    html: '<table><tr><td>Mail</td><td>cell@grid.example</td><td>Tel</td></tr></table><p>E-Mail:line@grid.example<br>Fax: 1<br/>Mail:second@grid.example</p><ul><li>item@grid.example<li>other</ul>',
    expected: {
      emails: ['cell@grid.example', 'line@grid.example', 'second@grid.example', 'item@grid.example'],
    },
  },
  {
    name: 'the next sentence follows without a blank',
    html: '<p>Write to help@wood-example.org.We answer soon. Ou: aide@bois-exemple.fr.Nous répondons.</p>',
    expected: { emails: ['help@wood-example.org', 'aide@bois-exemple.fr'] },
  },
  {
    name: 'an address in Chinese, Japanese and Korean text without blanks',
    html: '<p>邮箱：kefu@shudian-example.cn电话请致电</p><p>メールはtoiawase@hana-example.jpへ</p><p>이메일은book@hanok-example.kr로</p>',
    expected: { emails: ['kefu@shudian-example.cn', 'toiawase@hana-example.jp', 'book@hanok-example.kr'] },
  },
  {
    name: 'Russian and Greek text around addresses',
    html: '<p>Почта: zakaz@lampa-example.ru; тел. ниже</p><p>Επικοινωνία: info@elia-example.gr.</p><p>пишите на info [собака] lampa-example [точка] ru</p>',
    expected: { emails: ['zakaz@lampa-example.ru', 'info@elia-example.gr', 'info@lampa-example.ru'] },
  },
  {
    name: 'Arabic and Hebrew text, with direction marks around the address',
    html: '<p dir="rtl">البريد: \u200einfo@souq-example.ae\u200e</p><p dir="rtl">דוא״ל:\u202ainfo@shuk-example.co.il\u202c</p>',
    expected: { emails: ['info@souq-example.ae', 'info@shuk-example.co.il'] },
  },
  {
    name: 'an internationalised domain in a link and in the text',
    html: '<a href="mailto:info@b%C3%A4ckerei-beispiel.de">info@bäckerei-beispiel.de</a><p>laden@münchen-brot-beispiel.de</p>',
    expected: {
      emails: ['info@xn--bckerei-beispiel-vnb.de', 'laden@xn--mnchen-brot-beispiel-pec.de'],
    },
  },
  {
    name: 'an invisible blank inside the address',
    html: '<p>info\u200b@zero\u200bwidth.example and&nbsp;nbsp@zerowidth.example&nbsp;x</p>',
    expected: { emails: ['info@zerowidth.example', 'nbsp@zerowidth.example'] },
  },
  {
    name: 'message ids, hashes and calendar uids',
    html: '<p>Message-ID: 5f2b7c9e0a1d4e8f9b3c@mx.relay-example.com UID:1f0c7e52-8f3a-4d55-9a3e-0c7d5b1f2a33@cal.relay-example.com</p>',
    expected: {},
  },
  {
    name: 'a long list keeps its order and each only once',
    html: '<p>z@list.example a@list.example Z@LIST.EXAMPLE m@list.example</p>',
    expected: { emails: ['z@list.example', 'a@list.example', 'm@list.example'] },
  },
  {
    name: 'no-reply and role addresses are addresses',
    html: '<p>Sent from no-reply@post.example. Abuse: abuse@post.example, data protection: dsb@post.example</p>',
    expected: { emails: ['no-reply@post.example', 'abuse@post.example', 'dsb@post.example'] },
  },
  {
    name: 'JSON inside an attribute, and shown as text with escaped brackets',
    html: '<div data-config="{&quot;mail&quot;:&quot;attr@widget.example&quot;}"></div><p>{"html":"\\u003Ea\\u003Etext@widget.example\\u003C/a\\u003E"}</p>',
    expected: { emails: ['text@widget.example'] },
  },
  {
    name: 'text of a link to a page with the mail form',
    html: '<a href="/contact" title="Write to title@form.example">visible@form.example</a>',
    expected: { emails: ['visible@form.example'] },
  },
  {
    name: 'a review and an article by others in JSON-LD',
    html: '<script type="application/ld+json">{"@type":"Product","review":{"@type":"Review","author":{"@type":"Person","email":"critic@other.example"}},"brand":{"@type":"Brand","name":"X"}}</script>',
    expected: {},
  },
];
