// Accounts of platforms on which sites are made, of those who make the software and the themes of sites, and of those who host
// them. Templates link to them and metas name them, and the sites are not theirs. `npm run bench:facts` names new ones: accounts
// that are a result on many sites that have nothing to do with each other.
import type { SiteOwner } from '../ownership/site-owner.ts';

/** Names of accounts, and first labels of domains, in lower case. */
export const PLATFORM_NAMES: ReadonlySet<string> = new Set(
  [
    // Builders of sites and shops.
    'bigcartel bigcommerce cargocollective carrd clickfunnels doodlekit duda ecwid elementor framer godaddy homestead ionos jimdo',
    'jouwweb kajabi leadpages magento oneclicksites opencart prestashop shift4shop shopify shopware site123 smugmug squarespace',
    'strato strikingly teachable thinkific thrivecart tildapublishing ucoz unbounce volusion voog webflow webnode weebly wix wixcom',
    'woocommerce woothemes yola zenfolio',
    // Systems for content, blogs, newsletters, podcasts and forums.
    'automattic beehiiv blogger bloggerdotcom buzzsprout captivateaudio convertkit drupal ghost hashnode hubspot jetpack joomla',
    'libsyn livejournal mailchimp medium passle phpbb podbean proboards simplecast tapatalk transistorfm tumblr typepad typo3',
    'vbulletin wordpress wordpresscom xenforo',
    // Makers of themes.
    'athemes colorlib elegantthemes envato envatomarket joomlart kriesi mythemeshop pencidesign rockettheme tagdiv templatemonster',
    'themeforest themefusion themeisle themify wpzoom',
    // Hosts, and makers of the sites of councils, courts and newspapers.
    'accela bluehost civicplus dreamhost granicus hostgator hostinger iqm2 kinsta legistar municode namecheap netlify our-hometown',
    'siteground vercel wpengine',
  ]
    .join(' ')
    .split(' '),
);

/** Tells whether a profile is that of a platform, and the site is not the platform's. */
export function isOfPlatform(profile: string, owner: SiteOwner): boolean {
  const [, host = '', path = ''] = /^https:\/\/([^/]+)\/?(.*)$/.exec(profile) ?? [];
  const name =
    path === '' ? host.replace(/\..*$/, '') : path.slice(path.lastIndexOf('/') + 1).replace(/^@/, '');
  return PLATFORM_NAMES.has(name) && owner.domain.replace(/\..*$/, '') !== name.replace(/com$/, '');
}
