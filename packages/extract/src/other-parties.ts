/** What leads from a site to somebody else, or to where something takes place; properties of schema.org. */
const LEADING_AWAY: ReadonlySet<string> = new Set(
  (
    'about affiliation alumniOf areaServed attendee author birthPlace contentLocation containsPlace contributor ' +
    'creator deathPlace event events foundingLocation fromLocation funder hiringOrganization homeLocation itemListElement ' +
    'itemReviewed jobLocation knows locationCreated makesOffer manufacturer member mentions nationality ' +
    'offers organizer performer performers review reviews shippingDestination spatialCoverage sponsor subjectOf ' +
    'toLocation workLocation worksFor'
  ).split(' '),
);

/** Types of things whose contacts are not those of the site. */
const OTHER_TYPES =
  /^(?:\w*Event|Festival|JobPosting|Review|ItemList|Apartment|ApartmentComplex|House|SingleFamilyResidence|Residence|Trip|Flight|Course)$/;

/** True if the values of a property say nothing of who stands behind the page. */
export function leadsAway(property: string): boolean {
  return LEADING_AWAY.has(property);
}

/** True if things of a type are not the site and don't stand for it. @param type `Event`, `https://schema.org/Event`, `schema:Event` */
export function isOtherType(type: string): boolean {
  return OTHER_TYPES.test(localName(type));
}

/** A term of a vocabulary without the vocabulary. */
export function localName(term: string): string {
  return term.slice(Math.max(term.lastIndexOf('/'), term.lastIndexOf(':'), term.lastIndexOf('#')) + 1);
}
