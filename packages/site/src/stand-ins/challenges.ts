// Pages that want a visitor to be a person, or a browser, before they show anything.
import { signatures } from './signature.ts';

/** Titles of pages that hold nothing but a test. */
const TEST =
  /\bre?captcha\b|^captcha|captcha$|are you (?:a )?(?:human|robot)|human (?:verification|check)|verify(?:ing)? (?:that )?you|(?:verify|check)(?:ing)? your browser|robot (?:check|verification|challenge)|(?:i.?m )?not a (?:ro)?bot\b|security (?:check|challenge|verification)|bot (?:check|verification|protection)|attention required|access (?:denied|to this page)|just a moment|one moment,? please|please wait|sicherheits(?:prüfung|überprüfung|abfrage)|vérification de sécurité|verificaci[óo]n de seguridad|проверка (?:безопасности|браузера)|вы не робот|人机验证|安全验证/i;
/** No field to write into: a page with one is a form that a test protects. */
const NO_FIELD =
  /^(?![^]*<(?:textarea|select|input(?![^>]{0,200}\stype\s*=\s*["']?(?:hidden|submit|button|checkbox|image)))\b)/i;

export const CHALLENGES = signatures('challenge', 1_500, [
  ['Cloudflare', null, /window\._cf_chl_opt\s*=/i, /\/cdn-cgi\/challenge-platform\//i],
  [
    'Cloudflare',
    /^(?:Just a moment|Nur einen Moment|Einen Moment|Un instant|Un momento|Um momento|Один момент|Please wait|请稍候|しばらくお待ち)/i,
    /cdn-cgi\/challenge-platform|id="(?:cf-content|challenge-form|cf-please-wait|trk_jschal_js)/i,
  ],
  [
    'Cloudflare',
    /^(?:Attention Required!|Access denied|Please Wait\.\.\.) \| .*Cloudflare$|^Attention Required! \| Cloudflare$/i,
    /id="cf-(?:wrapper|error-details)"|cf-captcha|class="cf-/i,
  ],
  ['DDoS-Guard', /^DDoS-Guard$/i, /ddos-guard/i],
  ['DataDome', null, /<script[^>]{0,200}>\s*var dd\s*=\s*\{/i, /captcha-delivery\.com/i],
  [
    'Imperva',
    null,
    /<iframe[^>]{1,200}id="main-iframe"[^>]{1,200}\/_Incapsula_Resource\?|<iframe[^>]{1,200}\/_Incapsula_Resource\?[^>]{1,200}id="main-iframe"/i,
  ],
  ['Imperva', /^$/, /<body[^>]{0,200}>\s*(?:<[^>]{1,200}>\s*)*Request unsuccessful\. Incapsula incident ID/i],
  [
    'Imperva',
    /^$/,
    /<script[^>]{1,200}src="\/_Incapsula_Resource\?[^"]*"[^>]{0,200}><\/script>\s*(?:<\/head>)?\s*(?:<body[^>]{0,200}>)?\s*(?:<\/body>|<\/html>|$)/i,
  ],
  [
    'Imperva',
    /^Pardon Our Interruption/i,
    /onProtectionInitialized|reeseSkip|distil|\/_Incapsula|interstitial/i,
  ],
  [
    'Akamai',
    null,
    /\/_sec\/cp_challenge\/|id="sec-if-cpt-(?:container|if)"|\/_sec\/verify\?provider=interstitial|[?&]bm-verify=[^"']{0,200}["']\s*(?:\/)?>/i,
  ],
  [
    'Akamai',
    /^Access Denied$/i,
    /<h1>Access Denied<\/h1>/i,
    /Reference\s*(?:&#32;|\s)*(?:&#35;|#)[\da-f]+(?:&#46;|\.)/i,
  ],
  ['AWS WAF', null, /window\.gokuProps\s*=/i, /\.awswaf\.com\/[^"'\s]{1,300}\/(?:challenge|captcha)\.js/i],
  [
    'AWS WAF',
    /^(?:Human Verification)?$/i,
    /id="(?:challenge|captcha)-container"/i,
    /AwsWaf(?:Integration|Captcha)|awsWafCookieDomainList/,
  ],
  [
    'HUMAN',
    null,
    /_pxAppId|window\._pxUuid/,
    /id="px-captcha"|captcha\.px-c(?:loud|dn)\.net|captcha\.js\?a=c/i,
  ],
  ['HUMAN', /^Access to this page has been denied/i, /perimeterx|px-captcha|_px/i],
  ['Sucuri', /^You are being redirected\.\.\.$/i, /sucuri_cloudproxy_js/],
  ['Sucuri', /^Sucuri WebSite Firewall/i, /sucuri\.net/i],
  ['SiteGround', /^Robot Challenge Screen$/i, /\.well-known\/(?:sg)?captcha\//i],
  ['SiteGround', null, /http-equiv="?refresh"?[^>]{1,200}\/\.well-known\/sgcaptcha\//i],
  ['Kasada', /^$/, /window\.KPSDK\s*=/, /<script[^>]{1,200}\/ips\.js/i],
  [
    'F5',
    null,
    /<script[^>]{1,200}src="\/TSPD\/|window\["bobcmn"\]/i,
    /Please enable JavaScript to view the page content|<noscript>[^<]{0,80}JavaScript/i,
  ],
  [
    'F5',
    /^Request Rejected$/i,
    /<body>\s*(?:<[^>]{1,200}>\s*)*The requested URL was rejected\. Please consult with your administrator/i,
  ],
  ['Reblaze', /^$/, /rbzns\s*=|window\.rbzns/, /challenge_script|winsocks|rbzid/i],
  [
    'Anubis',
    null,
    /id="anubis_(?:challenge|version)"|\/\.within\.website\/x\/(?:cmd|xess)\//i,
    /<script[^>]{1,200}(?:anubis|within\.website)/i,
  ],
  ['Vercel', /^Vercel Security Checkpoint$/i, /<(?:p|main|div|script)\b/i, /vercel/i],
  ['Imunify360', /^One moment, please\.\.\.$/i, /wsidchk|imunify360/i],
  ['Imunify360', /imunify360/i, /imunify360/i, /captcha/i],
  ['Alibaba Cloud', /^$/, /<script>\s*var arg1\s*=\s*'[\dA-F]{32,}'/i, /acw_sc__v2/],
  ['Alibaba Cloud', null, /<meta[^>]{1,200}name="aliyun_waf_|aliyun_captchaid/i, /captcha|_waf_/i],
  [
    'Ruishu',
    /^$/,
    /\$_ts\s*=\s*window\['\$_ts'\]/,
    /<meta[^>]{1,200}id="[^"]{6,}"[^>]{1,200}content="[^"]{40,}"/i,
  ],
  ['Qrator', null, /<script[^>]{1,200}src="\/__qrator\/(?:qauth|validate)/i],
  [
    'testcookie',
    null,
    /<script[^>]{1,200}src="\/aes(?:\.min)?\.js"/i,
    /document\.cookie\s*=\s*"__test="\s*\+\s*toHex\(slowAES\.decrypt/,
  ],
  ['vDDoS', null, /<script[^>]{1,200}src="\/vddosw3data\.js"/i, /slowAES\.decrypt/],
  [
    'Radware',
    /^(?:Radware (?:Bot Manager )?(?:Captcha|Page|Block)|ShieldSquare)/i,
    /perfdrive\.com|shieldsquare|captcha/i,
  ],
  ['Wordfence', /^Your access to this site has been limited/i, /wordfence/i],
  [
    'hCaptcha',
    TEST,
    /<(?:script|iframe)[^>]{1,200}src="?[^>"]{0,20}\/\/(?:[\w-]+\.)?hcaptcha\.com\//i,
    /class="?[^">]*\bh-captcha\b|hcaptcha\.render/i,
    NO_FIELD,
  ],
  [
    'reCAPTCHA',
    TEST,
    /<script[^>]{1,200}src="?[^>"]{0,20}\/\/www\.(?:google\.com|recaptcha\.net)\/recaptcha\//i,
    /class="?[^">]*\bg-recaptcha\b|grecaptcha\.(?:enterprise\.)?render/i,
    NO_FIELD,
  ],
  [
    'Turnstile',
    TEST,
    /<script[^>]{1,200}src="?[^>"]{0,20}\/\/challenges\.cloudflare\.com\/turnstile\//i,
    /class="?[^">]*\bcf-turnstile\b|turnstile\.render/i,
    NO_FIELD,
  ],
]);
