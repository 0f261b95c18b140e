import type { LabelledPage } from './labelled-page.ts';

const GERMAN =
  'Unsere Werkstatt liegt am Rand der Altstadt. Seit vielen Jahren reparieren wir hier Lampen, Uhren und kleine Geräte, und wer warten möchte, bekommt bei uns einen Kaffee und einen Platz am Fenster.';
const ENGLISH =
  'Our workshop stands at the edge of the old town. For many years we have been mending lamps, clocks and small appliances here, and whoever wants to wait gets a coffee and a seat by the window.';
const FRENCH =
  'Notre atelier se trouve au bord de la vieille ville. Depuis de nombreuses années, nous y réparons des lampes, des horloges et de petits appareils, et ceux qui veulent attendre reçoivent un café près de la fenêtre.';

export const LANGUAGE_PAGES: readonly LabelledPage[] = [
  {
    name: 'English that calls itself English',
    html: `<html lang="en"><p>${ENGLISH}</p></html>`,
    expected: { language: 'en', contentLanguage: 'en' },
  },
  {
    name: 'German under the English lang of a template',
    html: `<html lang="en"><p>${GERMAN}</p></html>`,
    expected: { language: 'en', contentLanguage: 'de' },
  },
  {
    name: 'French without a word of its language',
    html: `<p>${FRENCH}</p>`,
    expected: { contentLanguage: 'fr' },
  },
  {
    name: 'Spanish by http-equiv',
    html: '<head><meta http-equiv="Content-Language" content="es"></head><p>Nuestro taller está al borde del casco antiguo. Desde hace muchos años reparamos aquí lámparas, relojes y pequeños aparatos, y a quien quiere esperar le damos un café.</p>',
    expected: { language: 'es', contentLanguage: 'es' },
  },
  {
    name: 'Italian by header',
    headers: [['Content-Language', 'it']],
    html: '<p>La nostra bottega si trova ai margini del centro storico. Da molti anni ripariamo lampade, orologi e piccoli apparecchi, e chi vuole aspettare riceve un caffè vicino alla finestra.</p>',
    expected: { country: 'IT', language: 'it', contentLanguage: 'it' },
  },
  {
    name: 'Portuguese by the locale of Open Graph',
    html: '<head><meta property="og:locale" content="pt_PT"></head><p>A nossa oficina fica à beira da cidade velha. Há muitos anos que reparamos aqui candeeiros, relógios e pequenos aparelhos, e quem quiser esperar recebe um café junto à janela.</p>',
    expected: { language: 'pt', contentLanguage: 'pt', country: 'PT' },
  },
  {
    name: 'Dutch by its own hreflang',
    html: '<head><link rel="alternate" hreflang="nl" href="https://firm.example/"><link rel="alternate" hreflang="en" href="https://firm.example/en/"></head><p>Onze werkplaats ligt aan de rand van de oude stad. Al vele jaren repareren wij hier lampen, klokken en kleine apparaten, en wie wil wachten krijgt een kop koffie bij het raam.</p>',
    expected: { language: 'nl', contentLanguage: 'nl' },
  },
  {
    name: 'Swedish with a region that repeats the language',
    html: '<html lang="sv-SV"><p>Vår verkstad ligger i utkanten av gamla stan. Sedan många år lagar vi lampor, klockor och små apparater här, och den som vill vänta får en kopp kaffe vid fönstret.</p></html>',
    expected: { country: 'SE', language: 'sv', contentLanguage: 'sv' },
  },
  {
    name: 'Polish',
    html: '<html lang="pl"><p>Nasz warsztat znajduje się na skraju starego miasta. Od wielu lat naprawiamy tu lampy, zegary i drobne urządzenia, a kto chce poczekać, dostaje kawę i miejsce przy oknie.</p></html>',
    expected: { country: 'PL', language: 'pl', contentLanguage: 'pl' },
  },
  {
    name: 'Czech that calls itself by the code of its country',
    html: '<html lang="cz"><p>Naše dílna stojí na okraji starého města. Už mnoho let tu opravujeme lampy, hodiny a drobné přístroje, a kdo chce počkat, dostane kávu a místo u okna.</p></html>',
    expected: { country: 'CZ', language: 'cs', contentLanguage: 'cs' },
  },
  {
    name: 'Hungarian',
    html: '<html lang="hu-HU"><p>Műhelyünk az óváros szélén áll. Sok éve javítunk itt lámpákat, órákat és kisebb készülékeket, és aki várni szeretne, az kávét és helyet kap az ablaknál.</p></html>',
    expected: { language: 'hu', contentLanguage: 'hu', country: 'HU' },
  },
  {
    name: 'Finnish',
    html: '<html lang="fi"><p>Pajamme sijaitsee vanhan kaupungin laidalla. Olemme korjanneet täällä lamppuja, kelloja ja pieniä laitteita monta vuotta, ja odottaja saa kahvia ikkunan ääressä.</p></html>',
    expected: { country: 'FI', language: 'fi', contentLanguage: 'fi' },
  },
  {
    name: 'Norwegian Bokmål',
    html: '<html lang="nb-NO"><p>Verkstedet vårt ligger i utkanten av gamlebyen. I mange år har vi reparert lamper, klokker og små apparater her, og den som vil vente, får en kopp kaffe ved vinduet.</p></html>',
    expected: { language: 'nb', contentLanguage: 'nb', country: 'NO' },
  },
  {
    name: 'Danish',
    html: '<html lang="da"><p>Vores værksted ligger i udkanten af den gamle bydel. I mange år har vi repareret lamper, ure og små apparater her, og den, der vil vente, får en kop kaffe ved vinduet.</p></html>',
    expected: { country: 'DK', language: 'da', contentLanguage: 'da' },
  },
  {
    name: 'Turkish',
    html: '<html lang="tr"><p>Atölyemiz eski şehrin kenarında bulunuyor. Uzun yıllardır burada lambaları, saatleri ve küçük aletleri onarıyoruz; beklemek isteyenlere pencere kenarında kahve ikram ediyoruz.</p></html>',
    expected: { country: 'TR', language: 'tr', contentLanguage: 'tr' },
  },
  {
    name: 'Romanian',
    html: '<html lang="ro"><p>Atelierul nostru se află la marginea orașului vechi. De mulți ani reparăm aici lămpi, ceasuri și aparate mici, iar cine vrea să aștepte primește o cafea lângă fereastră.</p></html>',
    expected: { country: 'RO', language: 'ro', contentLanguage: 'ro' },
  },
  {
    name: 'Russian',
    html: '<html lang="ru"><p>Наша мастерская стоит на краю старого города. Уже много лет мы чиним здесь лампы, часы и мелкие приборы, а тому, кто хочет подождать, наливаем кофе у окна.</p></html>',
    expected: { language: 'ru', contentLanguage: 'ru' },
  },
  {
    name: 'Ukrainian that calls itself Russian',
    html: '<html lang="ru"><p>Наша майстерня стоїть на краю старого міста. Уже багато років ми лагодимо тут лампи, годинники та дрібні прилади, а тому, хто хоче зачекати, наливаємо каву біля вікна.</p></html>',
    expected: { country: 'UA', language: 'ru', contentLanguage: 'uk' },
  },
  {
    name: 'Bulgarian',
    html: '<html lang="bg"><p>Нашата работилница се намира в края на стария град. От много години поправяме тук лампи, часовници и малки уреди, а който иска да почака, получава кафе до прозореца.</p></html>',
    expected: { country: 'BG', language: 'bg', contentLanguage: 'bg' },
  },
  {
    name: 'Greek',
    html: '<html lang="el"><p>Το εργαστήριό μας βρίσκεται στην άκρη της παλιάς πόλης. Εδώ και πολλά χρόνια επισκευάζουμε λάμπες, ρολόγια και μικρές συσκευές, και όποιος θέλει να περιμένει παίρνει έναν καφέ.</p></html>',
    expected: { country: 'GR', language: 'el', contentLanguage: 'el' },
  },
  {
    name: 'Hebrew under a withdrawn code',
    html: '<html lang="iw" dir="rtl"><p>בית המלאכה שלנו נמצא בקצה העיר העתיקה. כבר שנים רבות אנחנו מתקנים כאן מנורות, שעונים ומכשירים קטנים, ומי שרוצה להמתין מקבל קפה ליד החלון.</p></html>',
    expected: { language: 'he', contentLanguage: 'he' },
  },
  {
    name: 'Arabic, right to left',
    html: '<html lang="ar" dir="rtl"><p>تقع ورشتنا على أطراف المدينة القديمة. منذ سنوات عديدة نصلح هنا المصابيح والساعات والأجهزة الصغيرة، ومن يريد الانتظار يحصل على فنجان قهوة قرب النافذة.</p></html>',
    expected: { language: 'ar', contentLanguage: 'ar' },
  },
  {
    name: 'Persian under an English template',
    html: '<html lang="en-US" dir="rtl"><p>کارگاه ما در حاشیه شهر قدیمی قرار دارد. سال‌هاست که در اینجا چراغ‌ها، ساعت‌ها و دستگاه‌های کوچک را تعمیر می‌کنیم و هر که بخواهد منتظر بماند کنار پنجره قهوه می‌نوشد.</p></html>',
    expected: { country: 'IR', language: 'en', contentLanguage: 'fa' },
  },
  {
    name: 'Hindi',
    html: '<html lang="hi-IN"><p>हमारी कार्यशाला पुराने शहर के किनारे पर है। कई वर्षों से हम यहाँ लैंप, घड़ियाँ और छोटे उपकरण ठीक करते हैं, और जो प्रतीक्षा करना चाहता है उसे खिड़की के पास कॉफी मिलती है।</p></html>',
    expected: { language: 'hi', contentLanguage: 'hi', country: 'IN' },
  },
  {
    name: 'Thai',
    html: '<html lang="th"><p>โรงซ่อมของเราตั้งอยู่ที่ชายเมืองเก่า เราซ่อมโคมไฟ นาฬิกา และเครื่องใช้เล็ก ๆ ที่นี่มาหลายปีแล้ว และใครที่อยากรอก็จะได้กาแฟริมหน้าต่าง</p></html>',
    expected: { language: 'th', contentLanguage: 'th' },
  },
  {
    name: 'Vietnamese',
    html: '<html lang="vi"><p>Xưởng của chúng tôi nằm ở rìa khu phố cổ. Đã nhiều năm nay chúng tôi sửa đèn, đồng hồ và các thiết bị nhỏ tại đây, ai muốn chờ sẽ được mời một tách cà phê bên cửa sổ.</p></html>',
    expected: { country: 'VN', language: 'vi', contentLanguage: 'vi' },
  },
  {
    name: 'Indonesian',
    html: '<html lang="id"><p>Bengkel kami terletak di tepi kota tua. Sudah bertahun-tahun kami memperbaiki lampu, jam dan peralatan kecil di sini, dan siapa yang ingin menunggu mendapat secangkir kopi di dekat jendela.</p></html>',
    expected: { country: 'ID', language: 'id', contentLanguage: 'id' },
  },
  {
    name: 'simplified Chinese',
    html: '<html lang="zh-CN"><p>我们的作坊位于老城边上。多年来，我们在这里修理灯具、钟表和小电器，愿意等候的客人可以坐在窗边喝一杯咖啡。</p></html>',
    expected: { language: 'zh', contentLanguage: 'zh', country: 'CN' },
  },
  {
    name: 'traditional Chinese with script and region',
    html: '<html lang="zh-Hant-HK"><p>我們的工作坊位於舊城邊上。多年來，我們在這裡修理燈具、鐘錶和小電器，願意等候的客人可以坐在窗邊喝一杯咖啡。</p></html>',
    expected: { language: 'zh', contentLanguage: 'zh', country: 'HK' },
  },
  {
    name: 'Japanese that calls itself by the code of its country',
    html: '<html lang="jp"><p>私たちの工房は旧市街の端にあります。長年ここでランプや時計、小さな電化製品を修理しており、お待ちの方には窓辺でコーヒーをお出しします。</p></html>',
    expected: { language: 'ja', contentLanguage: 'ja' },
  },
  {
    name: 'Korean with an underscore in the tag',
    html: '<html lang="ko_KR"><p>우리 공방은 구시가지 끝에 있습니다. 오랫동안 이곳에서 램프와 시계, 작은 가전제품을 수리해 왔으며, 기다리시는 분께는 창가에서 커피를 드립니다.</p></html>',
    expected: { language: 'ko', contentLanguage: 'ko', country: 'KR' },
  },
  {
    name: 'Serbian in Latin letters, Croatian’s near relative',
    html: '<html lang="sr-Latn-RS"><p>Naša radionica se nalazi na ivici starog grada. Već mnogo godina ovde popravljamo lampe, satove i male aparate, a ko želi da sačeka, dobija kafu pored prozora.</p></html>',
    expected: { language: 'sr', contentLanguage: 'sr', country: 'RS' },
  },
  {
    name: 'Catalan',
    html: '<html lang="ca"><p>El nostre taller és a la vora de la ciutat vella. Des de fa molts anys hi arreglem llums, rellotges i petits aparells, i qui vol esperar rep un cafè al costat de la finestra.</p></html>',
    expected: { language: 'ca', contentLanguage: 'ca' },
  },
  {
    name: 'a language tag of three letters',
    html: `<html lang="deu"><p>${GERMAN}</p></html>`,
    expected: { language: 'de', contentLanguage: 'de' },
  },
  {
    name: 'a language spelled out, the meta knows better',
    html: `<html lang="german"><head><meta http-equiv="content-language" content="de, en"></head><p>${GERMAN}</p></html>`,
    expected: { language: 'de', contentLanguage: 'de' },
  },
  {
    name: 'an empty lang and the one of XHTML',
    html: `<html lang="" xml:lang="fr"><p>${FRENCH}</p></html>`,
    expected: { language: 'fr', contentLanguage: 'fr' },
  },
  {
    name: 'two words are too short to tell',
    html: '<html lang="en"><p>Coming soon</p></html>',
    expected: { language: 'en', contentLanguage: null },
  },
  {
    name: 'numbers and names only',
    html: '<p>Lumen 2024 · 12 500 · A-300 · X7 · 45,00 € · 4711 · 0815</p>',
    expected: { contentLanguage: null },
  },
  {
    name: 'one short sentence in Japanese is enough, kana tell it',
    html: '<html><p>当店は駅から歩いて五分のところにある小さなパン屋です。</p></html>',
    expected: { contentLanguage: 'ja' },
  },
  {
    name: 'an English navigation around a German text',
    html: `<html lang="de"><nav><a href="/">Home</a> <a href="/s">Shop</a> <a href="/c">Contact</a> <a href="/l">Login</a></nav><main><p>${GERMAN}</p><p>Montags bleibt die Werkstatt geschlossen. An allen anderen Tagen öffnen wir um neun Uhr und schließen erst, wenn die letzte Lampe wieder brennt.</p></main></html>`,
    expected: { language: 'de', contentLanguage: 'de' },
  },
  {
    name: 'a long German text with one English quotation',
    html: `<html lang="de"><p>${GERMAN}</p><blockquote lang="en">Light is what we make of it.</blockquote><p>So stand es über der Tür, als wir das Haus übernahmen, und so steht es dort noch heute, auch wenn die Farbe längst verblichen ist.</p></html>`,
    expected: { language: 'de', contentLanguage: 'de' },
  },
  {
    name: 'French text with scripts and styles full of English',
    html: `<html lang="fr"><script>var message="please wait while the page is being loaded and do not close the window of your browser";</script><style>/* this is the main stylesheet of the theme and it should not be changed */</style><p>${FRENCH}</p></html>`,
    expected: { language: 'fr', contentLanguage: 'fr' },
  },
  {
    name: 'Polish text behind an English cookie notice',
    html: '<html lang="pl"><div class="cookies">We use cookies.</div><p>Zapraszamy do naszej pracowni na skraju starego miasta. Naprawiamy lampy, zegary i drobne urządzenia, prowadzimy też kursy dla dzieci i dorosłych w każdą sobotę.</p></html>',
    expected: { country: 'PL', language: 'pl', contentLanguage: 'pl' },
  },
  {
    name: 'a list of products in Dutch',
    html: '<html lang="nl"><ul><li>Staande lamp met houten voet</li><li>Hanglamp voor boven de eettafel</li><li>Bureaulamp met verstelbare arm</li><li>Gloeilampen in warm wit licht</li><li>Snoeren en stekkers op maat gemaakt</li></ul></html>',
    expected: { language: 'nl', contentLanguage: 'nl' },
  },
];
