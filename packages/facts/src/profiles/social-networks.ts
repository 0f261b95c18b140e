/** A social network: hosts and paths of its profiles, and their canonical form. Lists are separated by blanks. */
export interface SocialNetwork {
  readonly name: string;
  /** Hosts in links to profiles. `www.`, `m.`, `mobile.` and locale subdomains are recognised. */
  readonly hosts: string;
  /** Host of the canonical form; the first of `hosts` if absent. */
  readonly canonicalHost?: string;
  /** Forms of profile paths, tried in this order. */
  readonly profiles: readonly ProfileForm[];
  /** First path segments of the network's own pages, in lower case. */
  readonly reserved?: string;
  /** The network's own profile, which templates of sites link to; in lower case. */
  readonly ownProfile?: string;
  /** Last path segments that name a tab of a profile; they are dropped. */
  readonly tabs?: string;
}

/** A path that names a profile. */
export interface ProfileForm {
  /**
   * Path segments; `*` matches a segment by `name` (if `name` has a group, the group is the name). `subdomain`
   * means `acme` of `acme.network.com` with an empty path.
   */
  readonly from: string;
  /**
   * Canonical path, in which `$1` to `$4` are the starred segments, or `https://$1.…` for profiles with their
   * own host.
   */
  readonly to: string;
  readonly name: RegExp;
  /** Whether the network ignores the case of names; the canonical form is then in lower case. */
  readonly lower: boolean;
}

const WORD = /^[\w-]{1,100}$/;
const DOTTED = /^[\w.-]{1,100}$/;
/** Letters of any script, as written or percent-encoded. */
const SLUG = /^(?:[\w.~!&'()+,-]|%[0-9a-f]{2}|[^\p{ASCII}]){1,150}$/iu;
const AT = /^@[\w.-]{1,100}$/;
const DIGITS = /^\d{3,25}$/;
/** A profile of Google Plus, or the number of an account in its address. */
const DIGITS_OF_USER = /^(?:\d|\d{15,25})$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

const lower = (from: string, to: string, name: RegExp): ProfileForm => ({ from, to, name, lower: true });
const exact = (from: string, to: string, name: RegExp): ProfileForm => ({ from, to, name, lower: false });

const PINTEREST_TLDS =
  'com de fr co.uk ca com.au com.mx es it jp pt ch at se dk nz ph ie cl co.kr ru be nl fi no hu id vn th cz gr ec pe'.split(
    ' ',
  );

/** Placeholder names in templates, in lower case. */
export const PLACEHOLDER_NAMES: ReadonlySet<string> = new Set(
  (
    'undefined null username user-name user_name yourusername your-username your_username yourname your-name your_name ' +
    'yourpage your-page yourprofile your-profile youraccount yourcompany your-company yourchannel yourbrand yourhandle ' +
    'yourlink example website site handle'
  ).split(' '),
);

/** Hosts of addresses that networks shorten, and of links that open a chat. */
export const SHORT_HOSTS: ReadonlySet<string> = new Set(
  'youtu.be fb.me fb.watch t.co wa.me lnkd.in pin.it flic.kr redd.it instagr.am vm.tiktok.com api.whatsapp.com'.split(
    ' ',
  ),
);

export const SOCIAL_NETWORKS: readonly SocialNetwork[] = [
  {
    name: 'facebook',
    ownProfile: 'facebook',
    hosts: 'facebook.com fb.com',
    profiles: [
      exact('pages/*/*', 'pages/$1/$2', SLUG),
      exact('people/*/*', 'people/$1/$2', SLUG),
      lower('pg/*', '$1', SLUG),
      exact('p/*', 'p/$1', SLUG),
      lower('*', '$1', SLUG),
    ],
    reserved:
      'about ads ajax business campaign careers connect cookies dialog docs events feed flx games gaming hashtag help ' +
      'home l language legal login logout marketplace me media messages notes pages people places permalink pg photo photos plugins ' +
      'policies policy posts privacy public recover reel reels reg r search settings share sharer stories story terms ' +
      'tr v video videos watch groups p profile #!',
    tabs: 'about about_details_tab about_profile_transparency photos videos posts reviews events community services shop timeline info likes followers members mentions photos_stream reels',
  },
  {
    name: 'facebook',
    hosts: 'm.me',
    canonicalHost: 'facebook.com',
    profiles: [lower('*', '$1', /^[\w.-]{2,100}$/)],
  },
  {
    name: 'instagram',
    ownProfile: 'instagram',
    hosts: 'instagram.com',
    profiles: [lower('*', '$1', /^[\w.]{1,30}$/)],
    reserved:
      'about accounts api challenge developer directory explore legal p privacy reel reels share static stories tv web oauth',
    tabs: 'feed reels tagged channel',
  },
  {
    name: 'x',
    ownProfile: 'twitter',
    hosts: 'x.com twitter.com',
    profiles: [lower('*', '$1', /^@?(\w{1,15})$/)],
    reserved:
      'about account download explore hashtag home i intent jobs login logout messages notifications oauth privacy search settings share signup statuses tos widgets who_to_follow twitterapi',
    tabs: 'with_replies media likes followers following highlights articles',
  },
  {
    name: 'linkedin',
    ownProfile: 'linkedin',
    hosts: 'linkedin.com',
    profiles: [
      lower('company/*', 'company/$1', SLUG),
      lower('showcase/*', 'showcase/$1', SLUG),
      lower('school/*', 'school/$1', SLUG),
      lower('in/*', 'in/$1', SLUG),
      exact('pub/*/*/*/*', 'pub/$1/$2/$3/$4', SLUG),
      lower('edu/*', 'school/$1', /^(?!school$)[\w-]{1,150}$/i),
    ],
    tabs: 'about jobs posts products life people mycompany admin videos feed en de fr es',
  },
  {
    name: 'youtube',
    ownProfile: 'youtube',
    hosts: 'youtube.com',
    profiles: [
      exact('channel/*', 'channel/$1', /^UC[\w-]{20,24}$/),
      lower('user/*', 'user/$1', WORD),
      lower('c/*', 'c/$1', SLUG),
      lower('*', '$1', /^@(?:[\w.-]|%[0-9a-f]{2}|[^\p{ASCII}]){1,100}$/iu),
      lower('*', '$1', /^[a-z0-9]{3,50}$/i),
    ],
    reserved:
      'about account attribution_link channel channels c comment creators embed feed gaming hashtag howyoutubeworks iframe_api index live movies music new oembed p ads player player_api playlist premium redirect results s shorts signin subscription_center t trends tv upload user v watch yt',
    tabs: 'about videos featured playlists community channels streams shorts live podcasts discussion feed custom',
  },
  {
    name: 'tiktok',
    ownProfile: 'tiktok',
    hosts: 'tiktok.com',
    profiles: [lower('*', '$1', AT)],
  },
  {
    name: 'pinterest',
    ownProfile: 'pinterest',
    hosts: PINTEREST_TLDS.map((tld) => `pinterest.${tld}`).join(' '),
    profiles: [lower('*', '$1', WORD)],
    reserved:
      'about board business categories explore ideas join js login oauth password pin pins resource search settings source today topics',
    tabs: '_created _saved boards pins',
  },
  {
    name: 'threads',
    hosts: 'threads.com threads.net',
    profiles: [lower('*', '$1', /^@[\w.]{1,30}$/)],
  },
  {
    name: 'bluesky',
    hosts: 'bsky.app',
    profiles: [lower('profile/*', 'profile/$1', /^(?:[a-z0-9-]+\.)+[a-z]+$|^did(?::|%3a)[\w:.%-]+$/i)],
  },
  {
    name: 'github',
    hosts: 'github.com',
    profiles: [lower('orgs/*', '$1', LABEL), lower('*', '$1', LABEL)],
    reserved:
      'about account apps blog collections contact customer-stories enterprise events explore features issues join login marketplace new notifications organizations orgs pricing pulls readme search security settings signup site sponsors team topics trending',
  },
  {
    name: 'gitlab',
    hosts: 'gitlab.com',
    profiles: [lower('*', '$1', DOTTED)],
    reserved: 'about api dashboard explore groups help projects search users -',
  },
  {
    name: 'telegram',
    hosts: 't.me telegram.me telegram.dog',
    profiles: [
      lower('s/*', '$1', /^[a-z]\w{3,31}$/i),
      exact('joinchat/*', 'joinchat/$1', WORD),
      exact('*', '$1', /^\+(?=.*[a-z])[\w-]{10,40}$/i),
      lower('*', '$1', /^[a-z]\w{3,31}$/i),
    ],
    reserved:
      'share joinchat addstickers addemoji addtheme proxy socks iv login msg setlanguage invoice boost',
  },
  {
    name: 'whatsapp',
    hosts: 'whatsapp.com',
    profiles: [exact('channel/*', 'channel/$1', WORD)],
  },
  {
    name: 'reddit',
    hosts: 'reddit.com',
    profiles: [
      lower('r/*', 'r/$1', /^\w{2,30}$/),
      lower('u/*', 'user/$1', WORD),
      lower('user/*', 'user/$1', WORD),
    ],
    tabs: 'new hot top submitted comments',
  },
  {
    name: 'medium',
    hosts: 'medium.com',
    profiles: [
      lower('*', '$1', AT),
      lower('*', '$1', LABEL),
      lower('subdomain', 'https://$1.medium.com', LABEL),
    ],
    reserved:
      'about business creators feed jobs-at-medium m me membership new-story p plans policy privacy s search tag topic topics',
    tabs: 'about latest followers',
  },
  {
    name: 'vimeo',
    hosts: 'vimeo.com',
    profiles: [exact('channels/*', 'channels/$1', WORD), lower('*', '$1', /^(?!\d+$)\w{2,50}$/)],
    reserved:
      'about album api blog categories channels create enterprise event features for-hire groups help join live log_in manage ondemand privacy search settings showcase solutions staffpicks stock terms upgrade upload user watch',
    tabs: 'videos albums about',
  },
  {
    name: 'soundcloud',
    hosts: 'soundcloud.com',
    profiles: [lower('*', '$1', WORD)],
    reserved:
      'charts discover download imprint jobs mobile pages player search settings stations stream tags terms-of-use upload you pro',
    tabs: 'tracks albums sets reposts popular-tracks',
  },
  {
    name: 'spotify',
    hosts: 'open.spotify.com spotify.com',
    profiles: [
      exact('artist/*', 'artist/$1', /^[a-z0-9]{22}$/i),
      exact('show/*', 'show/$1', /^[a-z0-9]{22}$/i),
      exact('user/*', 'user/$1', SLUG),
    ],
  },
  {
    name: 'twitch',
    hosts: 'twitch.tv',
    profiles: [lower('*', '$1', /^\w{3,25}$/)],
    reserved: 'directory downloads jobs p prime search settings store subscriptions turbo videos wallet',
    tabs: 'about videos schedule clips',
  },
  {
    name: 'discord',
    hosts: 'discord.gg',
    profiles: [exact('*', '$1', WORD)],
  },
  {
    name: 'discord',
    hosts: 'discord.com discordapp.com',
    canonicalHost: 'discord.gg',
    profiles: [exact('invite/*', '$1', WORD)],
  },
  {
    name: 'vk',
    hosts: 'vk.com vkontakte.ru vk.ru',
    profiles: [lower('*', '$1', /^[\w.]{2,50}$/)],
    reserved:
      'about app apps away dev doc docs feed join js jobs login music photo privacy search share support terms video wall widget_auth images doodle rtrg badbrowser id0',
  },
  {
    name: 'odnoklassniki',
    hosts: 'ok.ru odnoklassniki.ru',
    profiles: [
      lower('group/*', 'group/$1', DIGITS),
      lower('profile/*', 'profile/$1', DIGITS),
      lower('*', '$1', DOTTED),
    ],
    reserved:
      'dk feed game games gifts group help live login music offer oauth profile search services share video widget',
    tabs: 'topics photos video',
  },
  {
    name: 'weibo',
    hosts: 'weibo.com weibo.cn',
    profiles: [
      exact('u/*', 'u/$1', DIGITS),
      exact('p/*', 'p/$1', DIGITS),
      exact('n/*', 'n/$1', SLUG),
      exact('*', '$1', /^\w{3,40}$/),
    ],
    reserved: 'ajax hot login logout mygroups n newlogin p search set share signup tv u',
  },
  {
    name: 'xing',
    hosts: 'xing.com',
    profiles: [
      lower('companies/*', 'pages/$1', SLUG),
      lower('company/*', 'pages/$1', SLUG),
      lower('pages/*', 'pages/$1', SLUG),
      exact('profile/*', 'profile/$1', SLUG),
    ],
    tabs: 'about news updates jobs',
  },
  {
    name: 'tumblr',
    hosts: 'tumblr.com',
    profiles: [
      lower('subdomain', 'https://$1.tumblr.com', LABEL),
      lower('blog/view/*', 'https://$1.tumblr.com', LABEL),
      lower('*', 'https://$1.tumblr.com', LABEL),
    ],
    reserved:
      'about api apps blog dashboard docs explore help jobs login logout likes logo oauth policy privacy register search security settings share support tagged themes tips widgets',
    tabs: 'archive',
  },
  {
    name: 'flickr',
    hosts: 'flickr.com',
    profiles: [
      exact('people/*', 'people/$1', /^[\w@-]{2,50}$/),
      exact('photos/*', 'people/$1', /^(?!tags$|upload$)[\w@-]{2,50}$/),
      exact('photos/*/sets/*', 'people/$1', /^(?!tags$|upload$)[\w@-]{2,50}$/),
      exact('photos/*/albums/*', 'people/$1', /^(?!tags$|upload$)[\w@-]{2,50}$/),
      exact('*', 'people/$1', /^[\w@-]{2,50}$/),
    ],
    reserved:
      'about account cameraroll commons creativecommons explore groups help jobs map people photos prints search services share signin signup tour upgrade',
    tabs: 'albums sets favorites galleries',
  },
  {
    name: 'behance',
    hosts: 'behance.net',
    profiles: [lower('*', '$1', WORD)],
    reserved: 'about blog galleries gallery hire joblist jobs live onboarding pro search assets misc',
    tabs: 'projects moodboards appreciated info',
  },
  {
    name: 'dribbble',
    hosts: 'dribbble.com',
    profiles: [lower('*', '$1', WORD)],
    reserved:
      'about advertise blog contact designers hiring jobs learn pro search session shots signup stories tags teams terms',
    tabs: 'about shots projects collections',
  },
  {
    name: 'snapchat',
    hosts: 'snapchat.com',
    profiles: [lower('add/*', 'add/$1', /^[\w.-]{3,30}$/), lower('*', 'add/$1', /^@([\w.-]{3,30})$/)],
  },
  {
    name: 'line',
    hosts: 'line.me',
    profiles: [
      lower('r/ti/p/*', 'R/ti/p/$1', /^(?:@|%40)[\w.-]{2,40}$/i),
      lower('ti/p/*', 'R/ti/p/$1', /^(?:@|%40)[\w.-]{2,40}$/i),
    ],
  },
  {
    name: 'line',
    hosts: 'page.line.me',
    profiles: [lower('*', '$1', /^@?[\w.-]{2,40}$/)],
  },
  {
    name: 'line',
    hosts: 'lin.ee',
    profiles: [exact('*', '$1', /^[a-z0-9]{4,20}$/i)],
  },
  {
    name: 'yelp',
    hosts:
      'yelp.com yelp.de yelp.fr yelp.co.uk yelp.ca yelp.it yelp.es yelp.com.au yelp.at yelp.ch yelp.ie yelp.nl',
    profiles: [lower('biz/*', 'biz/$1', SLUG)],
  },
  {
    name: 'patreon',
    hosts: 'patreon.com',
    profiles: [lower('c/*', '$1', WORD), lower('cw/*', '$1', WORD), lower('*', '$1', WORD)],
    reserved:
      'about apps bepatron c checkout create cw home join legal login messages oauth oauth2 policy posts pricing product search settings signup user',
    tabs: 'about posts membership',
  },
  {
    name: 'substack',
    hosts: 'substack.com',
    profiles: [lower('subdomain', 'https://$1.substack.com', LABEL), lower('*', '$1', AT)],
  },
  {
    name: 'linktree',
    hosts: 'linktr.ee',
    profiles: [lower('*', '$1', /^@?[\w.-]{1,50}$/)],
    reserved: 's register login admin discover marketplace',
  },
  {
    name: 'bandcamp',
    hosts: 'bandcamp.com',
    profiles: [lower('subdomain', 'https://$1.bandcamp.com', LABEL)],
    tabs: 'music releases merch',
  },
  {
    name: 'mixcloud',
    hosts: 'mixcloud.com',
    profiles: [lower('*', '$1', WORD)],
    reserved:
      'about categories dashboard discover genres jobs live media oembed privacy search select settings terms upload widget',
  },
  {
    name: 'crunchbase',
    hosts: 'crunchbase.com',
    profiles: [lower('organization/*', 'organization/$1', WORD), lower('person/*', 'person/$1', WORD)],
  },
  {
    name: 'slideshare',
    hosts: 'slideshare.net',
    profiles: [lower('*', '$1', /^(?!slideshow$)[\w-]{2,60}$/i)],
    reserved:
      'about category developers download explore featured lead-campaigns login logout popular search share signup slideshow upload',
    tabs: 'presentations documents',
  },
  {
    name: 'zhihu',
    hosts: 'zhihu.com',
    profiles: [exact('people/*', 'people/$1', WORD), exact('org/*', 'org/$1', SLUG)],
    tabs: 'activities posts answers',
  },
  {
    name: 'bilibili',
    hosts: 'space.bilibili.com',
    profiles: [exact('*', '$1', /^\d{1,20}$/)],
  },
  {
    name: 'naver blog',
    hosts: 'blog.naver.com',
    profiles: [lower('*', '$1', /^(?!postview|postlist)[\w-]{3,40}$/i)],
    reserved: 'openapi share lib prologue',
  },
  {
    name: 'kakao channel',
    hosts: 'pf.kakao.com',
    profiles: [exact('*', '$1', /^_\w{3,20}$/)],
    tabs: 'chat friend',
  },
  {
    name: 'myspace',
    hosts: 'myspace.com',
    profiles: [lower('*', '$1', DOTTED)],
    reserved: 'browse discover help index modules pages search share signin signup video videos',
  },
  {
    name: 'google plus',
    hosts: 'plus.google.com',
    profiles: [
      exact('*', '$1', /^(?:\+|%2b)(?:[\w.-]|%[0-9a-f]{2}|[^\p{ASCII}]){2,60}$/iu),
      exact('*', '$1', /^\d{15,25}$/),
      exact('communities/*', 'communities/$1', DIGITS),
      // With the number of the account that the reader is signed in with.
      exact('u/*/*', '$2', DIGITS_OF_USER),
      exact('b/*', '$1', /^\d{15,25}$/),
      exact('b/*/*', '$1', /^\d{15,25}$/),
      exact('u/*/b/*', '$2', DIGITS_OF_USER),
      exact('u/*/b/*/*', '$2', DIGITS_OF_USER),
    ],
    tabs: 'posts about photos videos',
  },
];
