// What shows a technology on a page, written from what the vendors tell sites to embed; without fingerprints, and without
// knowledge of the pages. A technology is present if a browser would load or show it because of this source.
import type { PlainPage } from './plain-page.ts';

/** Signs of a technology by the part of the page that they are looked for in; one suffices. */
interface Signs {
  /** Addresses of scripts, and programs that load one. */
  readonly loads?: RegExp;
  /** Addresses of scripts only. */
  readonly script?: RegExp;
  /** Inline programs. */
  readonly code?: RegExp;
  /** Scripts that hold data. */
  readonly data?: RegExp;
  /** Styles, and addresses of style sheets. */
  readonly style?: RegExp;
  /** Tags, by name. */
  readonly tag?: Readonly<Record<string, RegExp>>;
  /** Tags and text. */
  readonly markup?: RegExp;
  /** The source, comments included. */
  readonly source?: RegExp;
  /** The meta element `generator`. */
  readonly generator?: RegExp;
  readonly header?: RegExp;
  readonly url?: RegExp;
  /** Whether only addresses of the page's own site count: software of the server, seen by the path of a file. */
  readonly ofOwnHost?: true;
  /** Technologies that bring it along. */
  readonly by?: readonly string[];
}

const GENERATOR = /name\s*=\s*["']?generator/i;

function shows(page: PlainPage, signs: Signs): boolean {
  const { loads, script, code, data, style, tag = {}, markup, source, generator, header, url } = signs;
  return (
    (loads?.test(page.scripts) ?? false) ||
    (loads?.test(page.code) ?? false) ||
    (script?.test(page.scripts) ?? false) ||
    (code?.test(page.code) ?? false) ||
    (data?.test(page.data) ?? false) ||
    (style?.test(page.styles) ?? false) ||
    (markup?.test(page.markup) ?? false) ||
    (source?.test(page.source) ?? false) ||
    (header?.test(page.headers) ?? false) ||
    (url?.test(page.url) ?? false) ||
    Object.entries(tag).some(
      ([name, sign]) => page.tags.get(name)?.some((each) => sign.test(each)) ?? false,
    ) ||
    (generator !== undefined &&
      (page.tags.get('meta')?.some((each) => GENERATOR.test(each) && generator.test(each)) ?? false))
  );
}

/** Names of the technologies that a page shows. */
export function technologiesOf(page: PlainPage): ReadonlySet<string> {
  const found = new Set(
    RULES.filter(
      ([, signs]) => shows(page, signs) && (signs.ofOwnHost !== true || shows(page.withoutOthers(), signs)),
    ).map(([name]) => name),
  );
  // One that brings another along can be brought along itself.
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const [name, { by = [] }] of RULES) if (by.some((other) => found.has(other))) found.add(name);
  }
  return found;
}

const WORDPRESS_FILES = /\/wp-(?:content\/(?!uploads)|includes\/)/;

export const RULES: readonly (readonly [name: string, signs: Signs])[] = Object.entries({
  // Standards
  'Open Graph': { tag: { meta: /\bproperty\s*=\s*["']?og:/i } },
  RSS: { tag: { link: /application\/(?:rss|atom)\+xml/i } },
  'Priority Hints': {
    tag: Object.fromEntries(['img', 'link', 'iframe', 'script'].map((name) => [name, /\bfetchpriority\b/i])),
  },
  PWA: { tag: { link: /\brel\s*=\s*["']?manifest\b/i } },
  AMP: { tag: { html: /(?:^|\s)(?:amp|⚡)(?=[\s=]|$)/i }, script: /cdn\.ampproject\.org\/v0\.js/ },
  HSTS: { header: /^strict-transport-security:/m, url: /^https:\/\/[^/]+\.dev\// },

  // Analytics
  'Google Analytics': {
    loads:
      /google-analytics\.com\/(?:ga|urchin|analytics|u\/ga|plugins)|googletagmanager\.com\/gtag\/js\?(?:[^"'\s]*&)?id=(?:(?:G|UA|GT)-|["'`$]|$)|googletagmanager\.com\/gtag\/js\?l=|stats\.g\.doubleclick\.net\/dc\.js/im,
    code: /\b_gaq\s*=|\b_gaq\.push\(|\burchinTracker\(|\bga\(\s*["']create["']|\bgtag\(\s*["']config["']\s*,\s*["'](?:G|UA)-|_gat\._getTracker\(/,
    tag: { 'amp-analytics': /type\s*=\s*["']?(?:googleanalytics|gtag)/i },
  },
  'Google Tag Manager': {
    source: /<!-- (?:End )?Google Tag Manager -->/i,
    code: /["']GTM-[A-Z0-9]{4,}["']/,
    loads: /googletagmanager\.com\/(?:gtm\.js|gtag\/js\?id=GTM-)/i,
    tag: { iframe: /googletagmanager\.com\/ns\.html/i, 'amp-analytics': /googletagmanager\.com\/amp\.json/i },
  },
  comScore: {
    loads: /scorecardresearch\.com\/(?:beacon\.js|cs\/|c2\/|b\?)/i,
    code: /\b_comscore\b|\bCOMSCORE\s*=|COMSCORE\.beacon\(/,
    tag: { img: /scorecardresearch\.com\//i },
  },
  'Quantcast Measure': {
    loads: /quantserve\.com\/(?:quant|aquant)\.js/i,
    code: /\b_qevents\b|\bquantserve\(\)/,
    tag: { img: /pixel\.quantserve\.com/i, link: /\.quantserve\.com/i },
  },
  Chartbeat: { loads: /chartbeat(?:_mab|_video|_inhead)?\.js/i, code: /\b_sf_async_config\b/ },
  'New Relic': {
    loads: /js-agent\.newrelic\.com|d1ros97qkrwjf5\.cloudfront\.net/i,
    code: /\bNREUMQ?\b|\bnewrelic\.\w+\(/,
  },
  Statcounter: {
    loads: /statcounter\.com\/counter/i,
    code: /\bsc_project\s*=/,
    tag: { img: /\bc\d*\.statcounter\.com\//i },
  },
  'Yandex.Metrika': {
    loads: /mc\.yandex\.(?:ru|com)\/|metrika\/watch/i,
    code: /\bYa\.Metrika\b|\bym\(\s*\d+\s*,\s*["']init/,
    tag: { img: /mc\.yandex\.(?:ru|com)\/watch/i },
  },
  Liveinternet: { code: /counter\.yadro\.ru\/hit/i, tag: { img: /counter\.yadro\.ru\//i } },
  Gemius: { loads: /hit\.gemius\.pl|xgemius\.js/i, code: /\bpp_gemius_|\bgemius_(?:identifier|pending|hit)/ },
  'Cloudflare Browser Insights': { loads: /static\.cloudflareinsights\.com\/beacon/i },
  'Matomo Analytics': {
    loads: /(?:piwik|matomo)(?:\.min)?\.(?:js|php)/i,
    code: /\b_paq\.push\(|Piwik\.getTracker\(/,
    tag: { img: /(?:piwik|matomo)\.php/i },
  },
  Hotjar: { loads: /static\.hotjar\.com\//i, code: /\b_hjSettings\b/ },
  'Microsoft Clarity': { loads: /clarity\.ms\/tag/i },
  'Site Meter': { loads: /sitemeter\.com\/(?:js\/counter|meter)/i },
  Clicky: { loads: /static\.getclicky\.com|clicky\.com\/js/i, code: /\bclicky_site_ids?\b|\bclicky\.init\(/ },
  INFOnline: {
    loads: /script\.ioam\.de\/|\.ivwbox\.de\/|iam\.js|imagesrv\.adition\.com\/.*iam/i,
    code: /\biam_data\b|\bszmvars\b|\biom\.(?:c|h|event)\(|\bIOMm\(/,
    tag: { img: /\.ivwbox\.de\//i },
  },
  Rambler: { loads: /counter\.rambler\.ru/i, tag: { img: /counter\.rambler\.ru/i } },

  // Advertising
  'Google AdSense': {
    loads:
      /pagead2\.googlesyndication\.com\/pagead\/(?:show_ads|js\/adsbygoogle|js\/show_ads|show_companion)/i,
    code: /\bgoogle_ad_client["']?\s*[=:]|GS_googleAddAdSenseService\(|\(adsbygoogle\s*=|adsbygoogle\.push/,
    tag: { ins: /\badsbygoogle\b/, 'amp-ad': /type\s*=\s*["']?adsense/i, 'amp-auto-ads': /adsense/i },
  },
  'Google Publisher Tag': {
    loads:
      /(?:googletagservices\.com|securepubads\.g\.doubleclick\.net|pagead2\.googlesyndication\.com)\/tag\/js\/gpt(?:_mobile)?\.js/i,
    code: /\bgoogletag\.(?:defineSlot|pubads|cmd)\b/,
  },
  'DoubleClick Floodlight': {
    loads: /fls\.doubleclick\.net|googletagmanager\.com\/gtag\/js\?id=DC-/i,
    code: /["']DC-\d/,
    tag: { iframe: /fls\.doubleclick\.net/i, img: /ad\.doubleclick\.net\/(?:ddm\/)?activity/i },
  },
  'Facebook Pixel': {
    loads: /connect\.facebook\.net\/[^"'\s]*\/fb(?:events|ds)\.js/i,
    code: /\bfbq\(\s*["']init["']|facebook\.com\/tr\?/,
    tag: { img: /facebook\.com\/(?:tr\b|offsite_event)/i },
  },
  'Google Ads Conversion Tracking': {
    loads:
      /googleadservices\.com\/pagead\/conversion(?:_async)?\.js|googletagmanager\.com\/gtag\/js\?id=AW-/i,
    code: /\bgoogle_conversion_id\b|\bgtag\(\s*["']config["']\s*,\s*["']AW-/,
    tag: {
      img: /(?:googleadservices\.com\/pagead\/conversion|googleads\.g\.doubleclick\.net\/pagead\/viewthroughconversion)/i,
    },
  },
  Outbrain: {
    loads: /(?:widgets|amplify|odb)\.outbrain\.com\//i,
    tag: { div: /\bclass\s*=\s*["'][^"']*\bOUTBRAIN\b/ },
  },
  Taboola: { tag: { link: /\.taboola\.com/i }, loads: /\.taboola\.com\//i, code: /\b_taboola\b/ },
  Mediavine: { loads: /scripts\.mediavine\.com/i },
  'Open AdStream': {
    code: /\bOAS_(?:AD|url|sitepage|listpos|rn|RICH|query|version)\b/i,
    tag: { iframe: /\/RealMedia\/ads\//i, a: /\/RealMedia\/ads\//i },
    loads: /\/RealMedia\/ads\//i,
  },
  'Amazon Advertising': {
    loads: /\.amazon-adsystem\.com/i,
    code: /\bamzn_assoc_|\bamazon_ad_tag\b|\bapstag\.(?:init|fetchBids)\(/,
    tag: { iframe: /amazon-adsystem\.com/i },
  },
  '33Across': { loads: /\.tynt\.com\//i, code: /\bTynt\s*=/ },
  Optimizely: {
    loads: /cdn\.optimizely\.com\/(?:js|public|datafiles)|optimizely\.s3\.amazonaws/i,
    code: /window\.optimizely\s*=|\boptimizely\.push\(/,
  },
  'Yandex.Direct': {
    loads: /an\.yandex\.ru\//i,
    code: /\byandex_(?:partner_id|ad_format)\b|Ya\.Direct\b|yandex_context_callbacks/,
  },
  AdRiver: {
    loads: /\.adriver\.ru\//i,
    code: /\bnew adriver\(|\badriver\.\w+\(/,
    tag: { iframe: /\.adriver\.ru\//i, img: /\.adriver\.ru\//i },
  },
  Sailthru: {
    loads: /\.sail-horizon\.com|ak\.sail-horizon|sailthru[^"'\s]*\.js/i,
    code: /\bSailthru\.\w+\(/,
    tag: { meta: /name\s*=\s*["']?sailthru\./i },
  },
  'Salesforce Audience Studio': { tag: { link: /\.krxd\.net/i }, loads: /\.krxd\.net\//i, code: /\bKrux\b/ },
  'Pinterest Conversion Tag': {
    code: /\bpintrk\(/,
    loads: /s\.pinimg\.com\/ct\/(?:core|lib)/i,
    tag: { img: /ct\.pinterest\.com\/v3/i },
  },
  'Linkedin Insight Tag': {
    code: /\b_linkedin_(?:data_)?partner_id\b/,
    loads: /snap\.licdn\.com\/li\.lms-analytics/i,
    tag: { img: /px\.ads\.linkedin\.com\//i },
  },

  // Social
  Twitter: {
    loads: /platform\.twitter\.com\/(?:widgets|anywhere|oct)|platform\.x\.com\/widgets/i,
    tag: { iframe: /platform\.twitter\.com\/widgets/i },
  },
  Pinterest: { loads: /assets\.pinterest\.com\/(?:js|ext)\/pin(?:it|marklet)/i },
  AddThis: { loads: /(?:s7|s9|m)?\.?addthis\.com\/(?:js|button|static)|addthis_widget/i },
  ShareThis: { loads: /\.sharethis\.com\//i, code: /\bstLight\.options\(/ },
  AddToAny: { loads: /addtoany\.com\/(?:menu\/)?(?:page|feed)\.js/i },
  Disqus: {
    loads: /disqus\.com\/(?:embed|count|forums)|\/plugins\/disqus-comment-system\//i,
    code: /\bdisqus_shortname\b/,
    tag: { div: /\bid\s*=\s*["']?disqus_thread\b/i },
  },
  'Linkedin Sign-in': { loads: /platform\.linkedin\.com\/in\.js/i },
  YouTube: {
    loads: /youtube\.com\/(?:iframe_api|player_api)/i,
    tag: Object.fromEntries(
      ['iframe', 'embed', 'param', 'object'].map((name) => [
        name,
        /youtube(?:-nocookie)?\.com\/(?:embed|v|e|p|videoseries|subscribe_embed|cp)\b/i,
      ]),
    ),
  },
  Gravatar: {
    tag: {
      img: /\bgravatar\.com\/avatar/i,
      meta: /\bgravatar\.com\/avatar/i,
      link: /\bgravatar\.com\/avatar/i,
    },
    loads: /gravatar\.com\/js\/gprofiles/i,
  },
  Livefyre: {
    loads: /\.livefyre\.com\/|\.fyre\.co\//i,
    markup: /<\w+[^>]*\s(?:id|class)\s*=\s*["']livefyre/i,
  },

  // Fonts, content delivery
  'Google Font API': {
    tag: { link: /fonts\.(?:googleapis|gstatic)\.com/i, hint: /fonts\.(?:googleapis|gstatic)\.com/i },
    style: /fonts\.(?:googleapis|gstatic)\.com/i,
    loads: /googleapis\.com\/ajax\/libs\/webfont/i,
  },
  'Font Awesome': {
    script: /font-?awesome/i,
    style: /font-?awesome[\w./@-]*\.css|font-family:\s*["']?font ?awesome/i,
    markup:
      /\bclass\s*=\s*["'](?:[^"']*\s)?(?:fa[srlbdt]?\s+(?:[\w-]+\s+)*fa-[a-z]|svg-inline--fa\b|fa-(?:brands|solid|regular|light)\b|fa d-icon)/i,
  },
  'Adobe Fonts': {
    loads: /use\.typekit\.(?:net|com)\//i,
    style: /use\.typekit\.(?:net|com)\//i,
    code: /\bTypekit\.load\(/,
    tag: { link: /use\.typekit\.(?:net|com)/i },
  },
  'Google Hosted Libraries': {
    loads: /ajax\.googleapis\.com\/ajax\/libs\//i,
    style: /ajax\.googleapis\.com\/ajax\/libs\//i,
  },
  cdnjs: {
    tag: { link: /cdnjs\.cloudflare\.com/i },
    loads: /cdnjs\.cloudflare\.com\//i,
    style: /cdnjs\.cloudflare\.com\//i,
  },
  jsDelivr: {
    tag: { link: /cdn\.jsdelivr\.net/i },
    loads: /cdn\.jsdelivr\.net\//i,
    style: /cdn\.jsdelivr\.net\//i,
  },
  'jQuery CDN': { loads: /code\.jquery\.com\//i, style: /code\.jquery\.com\//i },
  Unpkg: { tag: { link: /\bunpkg\.com/i }, loads: /\bunpkg\.com\//i, style: /\bunpkg\.com\//i },
  Cloudflare: {
    header: /^(?:cf-ray|cf-cache-status):|^server: cloudflare/im,
    loads: /\/cdn-cgi\/|ajax\.cloudflare\.com\//i,
    code: /\b__CF\$cv\$params\b|window\.CloudFlare\b|\/cdn-cgi\/(?:challenge|apps|trace|scripts)/,
    markup:
      /\/cdn-cgi\/(?:l\/email-protection|image\/|scripts\/)|\bdata-cfemail\b|\bdata-cf-(?:modified|settings|beacon)\b/i,
    source:
      /type\s*=\s*["'][0-9a-f]{24}-(?:text\/javascript|module)|\bdata-cf-(?:modified|settings|beacon)\b/i,
    by: ['Cloudflare Browser Insights'],
  },

  // Libraries
  jQuery: {
    by: ['jQuery UI', 'jQuery Migrate', 'Slick', 'OWL Carousel', 'FitVids.JS'],
    script: /jquery/i,
    loads: /jquery[\w.%-]*\.js/i,
    code: /\bjQuery\s*\(|\bjQuery\.\w|(?:^|[\s;({])\$\s*\(\s*(?:document|window|function)|\$\.(?:ajax|getJSON|fn|extend|cookie)\b|google\.load\(\s*["']jquery["']|\}\s*\)?\s*\(\s*(?:window\.)?jQuery\s*[,)]/m,
  },
  'jQuery Migrate': { loads: /jquery[-.]migrate/i, script: /load=[^"']*jquery-migrate/i },
  'jQuery UI': {
    script: /jquery[.-]?ui|jquery\/ui\//i,
    loads: /jquery[.-]?ui[\w.-]*\.js/i,
    style: /jquery[.-]?ui/i,
    code: /google\.load\(\s*["']jqueryui/,
  },
  Bootstrap: {
    loads:
      /(?:^|[/"'@])bootstrap(?:[.-](?:min|bundle|esm|lean|pack|v?\d[\w]*|[0-9a-f]{7,}|tab|modal|dropdown|collapse|tooltip|transition))*\.js|\/bootstrap[/@][\d.]+/m,
    style:
      /\bbootstrap(?:[.-](?!icons|select|datepicker|table|social|front)[\w.-]*)?\.css|\/bootstrap[/@][\d.]+/i,
    markup: /\bdata-bs-(?:toggle|target|theme|dismiss)\b/i,
  },
  Modernizr: { script: /modernizr/i, loads: /modernizr[\w.-]*\.js/i, code: /\bModernizr(?:\.\w|\[|\s*=)/ },
  SWFObject: {
    loads: /(?:\b|_|%2f)swfobject[\w.-]*\.js/i,
    code: /\bnew SWFObject\(|\bswfobject\.\w+\(|google\.load\(\s*["']swfobject/i,
  },
  Lightbox: {
    loads: /(?:^|[/.])lightbox2?(?:-plus-jquery)?(?:[.-](?:[\d.]+|min|pack|js))*\.js/im,
    style: /(?:^|[/.])lightbox(?:-[\d.]+)?(?:\.min)?\.css/im,
  },
  Slick: { loads: /\bslick(?:[.-](?:min|[\d.]+))*\.js/i, style: /\bslick(?:-theme)?(?:\.min)?\.css/i },
  Swiper: {
    loads: /\bswiper(?:[.-][\w.-]*)?\.js/i,
    style: /\bswiper[\w.-]*\.css/i,
    markup: /\bclass\s*=\s*["'][^"']*\bswiper-wrapper\b/i,
  },
  Prototype: { loads: /\b(?:prototype|protoaculous)(?:[.-][\w.-]*)?\.js|\/prototype\/[\d.]+\//i },
  'Underscore.js': { loads: /(?:\b|%2f)underscore(?:[.-][\w.-]*|jslib)?\.js|load=[^"']*underscore/i },
  'OWL Carousel': { loads: /owl[.-]?carousel[\w.-]*\.js/i, style: /owl[.-]?carousel[\w.-]*\.css/i },
  'FitVids.JS': { loads: /fitvids[\w.-]*\.js/i, code: /(?<!parent\(\))\.fitVids\s*\(/ },
  MooTools: { script: /mootools/i, loads: /mootools[\w.-]*\.js/i, code: /\bMooTools\.(?:version|More|Core)/ },
  RequireJS: {
    loads: /\brequire(?:js)?(?:[.-][\w.-]*)?\.js|\/requirejs\//i,
    code: /\brequire(?:js)?\.config\s*\(/,
    tag: { script: /\bdata-main\s*=/i },
  },
  YUI: {
    loads: /\/yui\/|yui\.yahooapis\.com|\/yui(?:-min|3)?\.js/i,
    code: /\bYUI\s*\(|\bYAHOO\.(?:util|widget|lang)\b/,
  },
  React: {
    loads: /[/"'-]react(?:-dom)?(?:[.@/-][\w.@/-]*)?\.js/i,
    markup:
      /\bdata-react(?:root|id|-helmet|-checksum)\b|\bdata-styled\b|\bclass\s*=\s*["'][^"']*\b(?:Mui[A-Z]|chakra-)/,
    source: /<style[^>]*\bdata-(?:styled|emotion)\b/i,
    by: ['Next.js'],
  },
  'Next.js': {
    loads: /\/_next\//i,
    source: /id=["']__NEXT_DATA__["']/,
    code: /\b__NEXT_DATA__\s*=|\b__next_f\b/,
    tag: { link: /\/_next\//i },
    style: /\/_next\//i,
    header: /^x-powered-by: next\.js/im,
  },
  'Vue.js': {
    loads: /\bvue(?:[.@/-][\w.@/-]*)?\.js/i,
    markup: /\bdata-v-[0-9a-f]{8}\b|\bdata-server-rendered\b|\bdata-vue-|\bVue-Toastification/i,
    by: ['Nuxt.js'],
  },
  'Nuxt.js': { loads: /\/_nuxt\//i, code: /\b__NUXT__\b/, tag: { link: /\/_nuxt\//i } },
  reCAPTCHA: {
    loads: /recaptcha\/(?:api|enterprise)|recaptcha\.net\/|recaptcha_ajax\.js/i,
    tag: {
      div: /\bclass\s*=\s*["'][^"']*\bg-recaptcha\b/i,
      iframe: /google\.com\/recaptcha|recaptcha\.net/i,
    },
  },
  'Google Maps': {
    loads:
      /maps\.google(?:apis)?\.[a-z.]+\/maps(?:\?|\/api\/js)|maps\.googleapis\.com\/maps|maps\.gstatic\.com\/maps-api/i,
    tag: {
      iframe: /google\.[a-z.]+\/maps|maps\.google\./i,
      img: /maps\.google(?:apis)?\.com\/maps\/api\/staticmap/i,
    },
  },
  'Google Sign-in': {
    loads: /accounts\.google\.com\/gsi\/client|apis\.google\.com\/js\/(?:api:client|client:platform)/i,
    tag: { meta: /google-signin-(?:client_id|scope)/i, a: /accounts\.google\.com\/o\/oauth2/i },
  },
  'ZURB Foundation': {
    loads: /\bfoundation(?:[.-][\w.-]*)?\.js/i,
    style: /\bfoundation(?:[.-][\w.-]*)?\.css/i,
    markup: /\bclass\s*=\s*["'][^"']*\b(?:small|medium|large)-\d{1,2} (?:[\w-]+ )*columns\b/,
  },
  Stimulus: { markup: /\sdata-controller\s*=\s*["'][a-z0-9 _-]+["']/ },
  'Adobe Flash': {
    tag: { object: /x-shockwave-flash|D27CDB6E/i, embed: /x-shockwave-flash|\.swf/i, param: /\.swf/i },
    code: /x-shockwave-flash|\.swf["'?]|AC_FL_RunContent\(/i,
  },

  // Systems
  PHP: {
    header: /^x-powered-by:.*\bphp|^server:.*\bphp|^set-cookie: phpsessid/im,
    url: /\.php(?:[?#/]|$)/i,
    tag: { a: /\shref\s*=\s*["'](?![a-z]+:|\/\/)[^"'?#]*\.php(?:["'?#])/i },
    generator: /TYPO3|MediaWiki|PrestaShop|vBulletin|phpBB|concrete5/i,
    source:
      /<html[^>]*\bid=["']?(?:XF|XenForo)\b|\bipsSettings\b|\bipb\.vars\b|\/typo3(?:conf|temp)\/|\/skin\/frontend\/|x-magento-init|\bMage\.Cookies\b/,
    by: ['WordPress', 'Drupal', 'Joomla'],
  },
  MySQL: {
    source:
      /<html[^>]*\bid=["']?(?:XF|XenForo)\b|\bipsSettings\b|\bipb\.vars\b|\/skin\/frontend\/|x-magento-init|\bMage\.Cookies\b/,
    by: ['WordPress'],
  },
  WordPress: {
    ofOwnHost: true,
    script: WORDPRESS_FILES,
    generator: /WordPress\s|WordPress["']/i,
    tag: { link: /api\.w\.org|\/wp-json\/|\/wp-includes\/|\/wp-content\/(?!uploads)/i },
    code: /_wpemojiSettings|\/wp-admin\/admin-ajax\.php/,
    header: /^link:.*api\.w\.org/im,
    by: ['Yoast SEO', 'All in One SEO'],
  },
  'WordPress Block Editor': { markup: /\bclass\s*=\s*["'](?:[^"']*\s)?wp-block-/i },
  Drupal: {
    ofOwnHost: true,
    loads:
      /\/misc\/drupal\.js|\/core\/misc\/|\/sites\/(?:all|default|[\w.-]+)\/(?:files\/(?:js|advagg)|modules|themes)\//,
    style: /\/sites\/(?:all|default|[\w.-]+)\/(?:files\/(?:css|advagg)|modules|themes)\//,
    code: /\bDrupal\.(?:settings|behaviors|extend)\b/,
    source: /data-drupal-selector=/,
    markup: /<body[^>]*\bclass\s*=\s*["'][^"']*\b(?:not-)?front not-logged-in\b/,
    generator: /Drupal/,
    header: /^x-(?:drupal-\w+|generator: drupal)/im,
  },
  Joomla: {
    ofOwnHost: true,
    generator: /Joomla/i,
    script: /\/media\/(?:system|jui|vendor)\/js\/|\/components\/com_/,
    url: /\boption=com_/,
    tag: { link: /\/components\/com_|option=com_|\/templates\/system\/css\// },
  },
  Blogger: {
    generator: /blogger/i,
    url: /\.blogspot\.[a-z.]+\//,
    code: /_WidgetManager\b/,
    tag: { link: /www\.blogger\.com\/(?:static|feeds)/i },
  },
  'Microsoft ASP.NET': {
    markup:
      /\bname\s*=\s*["']?__VIEWSTATE\b|\s(?:src|href)\s*=\s*["']\/(?:-\/media|~\/media|_layouts|umbraco|DesktopModules)\//i,
    tag: { a: /\shref\s*=\s*["'](?![a-z]+:|\/\/)[^"'?#]*\.aspx(?:["'?#])/i },
    header: /^x-aspnet(?:mvc)?-version:|^x-powered-by: asp\.net/im,
    url: /\.aspx(?:[?#/]|$)/i,
    script: /(?:WebResource|ScriptResource)\.axd/i,
  },
  'Contact Form 7': {
    ofOwnHost: true,
    script: /\/contact-form-7\//,
    style: /\/contact-form-7\//,
    code: /\b_?wpcf7\s*=/,
    markup: /\bclass\s*=\s*["'][^"']*\bwpcf7\b/i,
  },
  'Yoast SEO': {
    source:
      /<!-- This site is optimized with the Yoast (?:WordPress )?SEO (?:Premium )?plugin(?! for)|class=["']?yoast-schema-graph/i,
  },
  'Yoast SEO Premium': { source: /Yoast SEO Premium plugin/i },
  'All in One SEO': {
    source: /<!-- (?:\/)?all in one seo|class=["']aioseo-schema/i,
    generator: /All in One SEO/i,
  },
  'WP Rocket': {
    source:
      /<!--[^>]*WP Rocket|id=["']?wpr-usedcss|\/wp-content\/(?:plugins\/wp-rocket|cache\/min)\/|type=["']rocketlazyloadscript|data-rocket-/i,
    code: /\bRocket(?:BrowserCompatibilityChecker|PreloadLinksConfig|LazyLoadScripts)\b/,
    generator: /WP Rocket/i,
  },
  'W3 Total Cache': {
    ofOwnHost: true,
    source: /<!--(?:(?!-->)[\s\S]){0,400}?W3 Total Cache|\/wp-content\/cache\/minify\//i,
  },
  'WordPress Super Cache': { source: /<!--[^>]*(?:WP-Super-Cache|super cache)/i },
  Jetpack: {
    script: /\/plugins\/jetpack\/|devicepx-jetpack|stats\.(?:wp|wordpress)\.com\/e-/,
    style: /\/plugins\/jetpack\//,
    code: /stats\.(?:wp|wordpress)\.com\/e-/,
    source: /Jetpack Open Graph Tags/i,
  },
  Akismet: { source: /akismet_comment_nonce|\bak_js\b|\/plugins\/akismet\// },
  Elementor: {
    ofOwnHost: true,
    script: /\/plugins\/elementor(?:-pro)?\//,
    style: /\/plugins\/elementor(?:-pro)?\//,
    generator: /Elementor/i,
    markup: /\bclass\s*=\s*["'][^"']*\belementor-(?:element|section|widget)\b/i,
  },
  WooCommerce: {
    ofOwnHost: true,
    script: /\/plugins\/woocommerce\//,
    style: /\/plugins\/woocommerce\//,
    generator: /WooCommerce/i,
    code: /\b(?:wc_add_to_cart_params|woocommerce_params)\b/,
    markup: /<body[^>]*\bwoocommerce/i,
  },
  MonsterInsights: {
    script: /google-analytics-for-wordpress|monsterinsights/i,
    code: /\bmonsterinsights_frontend\b/,
    source: /<!--[^>]*MonsterInsights/i,
  },
  'Site Kit': { generator: /Site Kit by Google/i, source: /<!--[^>]*added by Site Kit/i },
  'Genesis theme': {
    ofOwnHost: true,
    script: /\/themes\/genesis\//,
    style: /\/themes\/genesis\//,
    markup: /\/themes\/genesis\//,
  },
  HubSpot: {
    loads:
      /\.hs-scripts\.com\/|js\.hs-analytics\.net|js\.hubspot\.com\/|js\.hsforms\.net|js\.hscta\.net|\/hs\/hsstatic\//i,
    code: /\bhbspt\.(?:forms|cta)\b|\b_hsq\b/,
    generator: /HubSpot/,
    source: /<!-- Start of (?:Async )?HubSpot/i,
  },
  MailChimp: {
    loads: /chimpstatic\.com\/mcjs|downloads\.mailchimp\.com|mailchimp\.com\/js/i,
    style: /cdn-images\.mailchimp\.com/i,
    tag: {
      form: /list-manage\d*\.com\/|mc-embedded-subscribe|\bmc4wp-form\b/i,
      link: /\/mailchimp-for-wp\//i,
      script: /\/mailchimp-for-wp\//i,
    },
  },
  'Ruby on Rails': {
    generator: /Discourse/i,
    tag: {
      meta: /csrf-param[^>]*authenticity_token|authenticity_token[^>]*csrf-param/i,
      input: /\bname\s*=\s*["']authenticity_token["']/i,
    },
  },
  Shopify: {
    loads: /cdn\.shopify\.com\/|\/cdn\/shop\/|shopifycdn\.com/i,
    style: /cdn\.shopify\.com\/|\/cdn\/shop\//i,
    code: /\bShopify\.(?:theme|shop|routes)\b/,
  },
  Squarespace: {
    loads: /\.squarespace\.com\/|squarespace-cdn\.com/i,
    source: /<!-- This is Squarespace/i,
    code: /Squarespace\.(?:load|afterBodyLoad)\b|SQUARESPACE_CONTEXT/,
  },
  Webflow: { generator: /Webflow/i, tag: { html: /\bdata-wf-(?:site|page)\b/ } },
  OneTrust: {
    loads: /cdn\.cookielaw\.org|otSDKStub|optanon[\w.-]*\.(?:js|blob)/i,
    code: /function OptanonWrapper\b|OptanonWrapper\s*=/,
  },
} satisfies Record<string, Signs>);
