/**
 * Kinds of stand-ins: pages that stand where the page of a site is meant to be. It imports nothing: the console reads it, too.
 *
 * - `soft_404`: says that there is no page, with a status that says otherwise
 * - `parked`: a name that is for sale, or has nothing but advertisements
 * - `default_page`: what a server or a hosting company shows until a site is there
 * - `consent_wall`: asks for consent before anything is shown
 * - `challenge`: wants a visitor to be a person, or a browser, before anything is shown
 */
export const STAND_INS = ['soft_404', 'parked', 'default_page', 'consent_wall', 'challenge'] as const;
export type StandIn = (typeof STAND_INS)[number];
