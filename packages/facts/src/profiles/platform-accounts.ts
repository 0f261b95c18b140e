// Accounts of platforms on which sites are made, of the software that they are made with, and of those who host them. Templates of
// sites link to them, and the sites are not theirs. `npm run bench:facts` names new ones: accounts on many sites that have nothing
// to do with each other.
import type { SiteOwner } from '../ownership/site-owner.ts';

/** Names of accounts and labels of domains, in lower case. */
export const PLATFORM_NAMES: ReadonlySet<string> = new Set(
  (
    'blogger bloggerdotcom drupal duda elementor ghost godaddy hubspot ionos jimdo joomla jouwweb livejournal magento ' +
    'mailchimp medium oneclicksites prestashop shopify shopware site123 squarespace strato strikingly themeforest ' +
    'tildapublishing typepad typo3 ucoz voog webflow webnode weebly wix wixcom woocommerce woothemes wordpress ' +
    'wordpresscom yola'
  ).split(' '),
);

/** Tells whether a profile is that of a platform, and the site is not the platform's. */
export function isOfPlatform(profile: string, owner: SiteOwner): boolean {
  const name = profile.slice(profile.lastIndexOf('/') + 1).replace(/^@/, '');
  return PLATFORM_NAMES.has(name) && owner.domain.replace(/\..*$/, '') !== name.replace(/com$/, '');
}
