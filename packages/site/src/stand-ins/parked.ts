// Pages of names that are for sale, or have nothing but advertisements of a parking service.
import { signatures } from './signature.ts';

/** Pattern of an address in an attribute at one of these hosts. */
const from = (hosts: string): RegExp =>
  new RegExp(
    String.raw`\s(?:src|href|action|data-src)\s*=\s*["']?(?:https?:)?\/\/(?:[\w-]+\.)*(?:${hosts})(?=[\/"'\s>:?])`,
    'i',
  );

/** Titles of names that are for sale. */
const FOR_SALE =
  /\b(?:is|are|may be) for sale\b|\bdomain (?:name )?(?:is )?(?:for sale|zu verkaufen|à vendre)|domain(?:name)? (?:steht )?zum verkauf|steht zum verkauf|^buy [\w.-]+\.\w+|this (?:website|domain) is for sale|\.[a-z]{2,12} (?:is )?(?:for sale|available)\b/i;

export const PARKED = signatures('parked', 6_000, [
  [
    'Google',
    null,
    /<script[^>]{1,200}src="?[^>"]{0,20}\/\/(?:www\.)?google\.com\/adsense\/domains\/caf\.js/i,
  ],
  [
    'Google',
    null,
    /<html[^>]{1,200}data-adblockkey\s*=/i,
    /\/adsense\/domains\/|parking|sedo|bodis|domain|window\.park\s*=/i,
  ],
  ['Bodis', null, /window\.park\s*=\s*["']/, /<div[^>]{1,200}id="?target"?/i],
  ['Sedo', null, from(String.raw`(?:img|www|sedoparking)?\.?sedoparking\.com`)],
  [
    'Sedo',
    /this (?:website|domain) is for sale|- (?:Informationen zum Thema|Resources and Information)/i,
    from(String.raw`sedo\.(?:com|de)|sedoparking\.com`),
  ],
  ['ParkingCrew', null, from(String.raw`parkingcrew\.net|d38psrni17bvxu\.cloudfront\.net`)],
  ['Afternic', null, /<script[^>]{0,200}>\s*window\.LANDER_SYSTEM\s*=/i, /wsimg\.com\/parking-lander\//i],
  ['Afternic', null, /<script[^>]{1,200}wsimg\.com\/parking-lander\//i],
  ['Afternic', FOR_SALE, from(String.raw`afternic\.com`)],
  [
    'GoDaddy',
    null,
    /<body>\s*<script>\s*window\.onload\s*=\s*function\s*\(\)\s*\{\s*window\.location\.href\s*=\s*["']\/lander["']/i,
  ],
  [
    'GoDaddy',
    /^(?:coming soon|future home|parked|.{1,80}\.[a-z]{2,12})$/i,
    /future home of something quite cool|parked free, courtesy of godaddy/i,
    /godaddy\.com|wsimg\.com/i,
  ],
  ['Dan.com', FOR_SALE, from(String.raw`(?:cdn\.)?(?:dan|undeveloped)\.com`)],
  ['HugeDomains', FOR_SALE, from(String.raw`hugedomains\.com`)],
  ['BuyDomains', FOR_SALE, from(String.raw`buydomains\.com|domainmarket\.com`)],
  ['Efty', FOR_SALE, from(String.raw`efty\.com`)],
  ['Atom', FOR_SALE, from(String.raw`(?:atom|squadhelp|brandbucket)\.com`)],
  ['Sav', FOR_SALE, from(String.raw`sav\.com`)],
  [
    'Spaceship',
    FOR_SALE,
    from(String.raw`(?:spaceship|sedo|namecheap|porkbun|dynadot|namesilo|uniregistry|epik|above)\.com`),
  ],
  [
    'Namecheap',
    /Registered at Namecheap\.com$|whois contact information verification \| Namecheap/i,
    /namecheap/i,
  ],
  ['Namecheap', null, /\/\/parkingpage\.namecheap\.com\//i],
  ['Above.com', null, from(String.raw`(?:www\.)?(?:parkingsite|trellian)\.\w+`)],
  ['ParkLogic', null, from(String.raw`parklogic\.com|domaincntrol\.com`)],
  ['NameSilo', null, from(String.raw`parking\.namesilo\.com`)],
  ['NameBright', /^(?:[\w.-]+ )?(?:- )?coming soon/i, from(String.raw`(?:www\.)?namebright\.com`)],
  [
    'Dynadot',
    null,
    /This (?:domain|website)[^<]{0,60}(?:parked|registered)/i,
    from(String.raw`dynadot\.com`),
  ],
  ['Porkbun', /^(?:A Brand New Domain!?|Parked on Porkbun|[\w.-]+ \| parked)/i, /porkbun/i],
  ['Hostinger', /^Parked Domain name on Hostinger DNS system$/i, /hostinger/i],
  ['Loopia', /^Park(?:erad hos|ed at) Loopia$/i, /loopia\.(?:se|com)/i],
  [
    'home.pl',
    /^Utrzymywana na serwerach home\.pl$|domena .{1,80} (?:jest )?utrzymywana na serwerach/i,
    /home\.pl/i,
  ],
  [
    'nazwa.pl',
    /^(?:nazwa\.pl|Domena .{1,80} jest utrzymywana na serwerach nazwa\.pl)/i,
    from(String.raw`nazwa\.pl`),
  ],
  ['reg.ru', null, from(String.raw`parking\.reg\.ru|reg\.ru\/parking`)],
  [
    'reg.ru',
    /домен (?:припаркован|не прил[ие]нкован|зарегистрирован)/i,
    /reg\.ru|nic\.ru|beget|timeweb|masterhost/i,
  ],
  [
    'united-domains',
    /domain|united-domains/i,
    /united-domains/i,
    /(?:Domain|Internetadresse)[^<]{0,120}(?:registriert|reserviert|gesichert)/i,
  ],
  [
    'Gandi',
    /gandi/i,
    /This domain (?:name )?has been registered with Gandi|Ce nom de domaine a été enregistré (?:avec|chez) Gandi/i,
  ],
  [
    'Network Solutions',
    null,
    /\/\/(?:www\.)?networksolutions\.com\/under-construction|<iframe[^>]{1,200}(?:networksolutions|web\.com)[^>]{1,200}parking/i,
  ],
  [
    'Strato',
    /^(?:STRATO|Domain reserviert|Domain (?:nicht|noch nicht) (?:verfügbar|konnektiert))/i,
    /strato\.(?:de|nl)/i,
    /(?:Domain|Internetpräsenz|Internetseite)[^<]{0,120}(?:reserviert|gebucht|hier entsteht|konnektiert)/i,
  ],
  [
    'IONOS',
    /^(?:IONOS|1&amp;1|1&1)?.{0,40}(?:domain|parking|under construction|hier entsteht)/i,
    /<[^>]{1,200}(?:ionos|1and1|1und1|uicdn|ui-portal)/i,
    /(?:Domain|Website|Internetpräsenz)[^<]{0,140}(?:registriert|registered|soeben|hier entsteht|just been|already)/i,
  ],
  [
    'one.com',
    /^one\.com|\.[a-z]{2,10}$|coming soon|under construction/i,
    from(String.raw`one\.com`),
    /(?:This (?:domain|site)|Diese (?:Domain|Seite)|Dette)[^<]{0,80}(?:parked|registered|under construction|geparkt|registriert)/i,
  ],
]);
