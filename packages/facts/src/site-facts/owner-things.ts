import { isJsonLdObject, type JsonLdObject, parseJsonLd } from '@sitegrep/html';
import { isOtherType, leadsAway, localName } from '../ownership/parties.ts';

/** Maximum characters of JSON-LD per page; real pages have a hundredth. */
const MAX_CHARACTERS = 512 * 1_024;
/** Maximum values of all scripts. */
const MAX_VALUES = 50_000;
/** Maximum things of a page. */
const MAX_THINGS = 200;

/** Properties and types that facts are read from; scripts without them are not parsed. */
const CUE =
  /"(?:WebSite|[A-Za-z]*Organization|[A-Za-z]*Business|legalName|logo|vatID|taxID|openingHours\w*)"/;

/** A thing of schema.org that is the site, or belongs to its owner. */
export interface OwnerThing {
  /** Local names of its types. */
  readonly types: readonly string[];
  readonly properties: JsonLdObject;
}

/** Things in JSON-LD that are the site, or belong to its owner; not events, reviews, products and other parties. */
export function ownerThings(scripts: Iterable<string>): readonly OwnerThing[] {
  const things: OwnerThing[] = [];
  let remaining = MAX_CHARACTERS;
  let values = 0;
  for (const script of scripts) {
    if (!CUE.test(script)) continue;
    remaining -= script.length;
    if (remaining < 0) break;
    const pending: unknown[] = [parseJsonLd(script)];
    for (; pending.length > 0 && values < MAX_VALUES && things.length < MAX_THINGS; values++) {
      const value = pending.pop();
      if (Array.isArray(value)) pending.push(...value.slice(0, MAX_VALUES).toReversed());
      else if (isJsonLdObject(value)) {
        const types = typesOf(value);
        if (types.some((type) => isOtherType(type) || OTHERS.test(type))) continue;
        things.push({ types, properties: value });
        const children = Object.entries(value).filter(
          ([key, child]) => typeof child === 'object' && !leadsAway(key) && !OTHER_PROPERTIES.has(key),
        );
        pending.push(...children.map(([, child]) => child).toReversed());
      }
    }
  }
  return things;
}

/** Further types whose names and logos are not those of the site. */
const OTHERS =
  /^(?:Product|Offer|Brand|Person|Movie|Book|MusicGroup|MusicRecording|Recipe|Rating|AggregateRating)$/;
/** Further properties that lead to other parties. */
const OTHER_PROPERTIES = new Set([
  'brand',
  'seller',
  'sourceOrganization',
  'parentOrganization',
  'memberOf',
  'department',
  'subOrganization',
  'copyrightHolder',
  'provider',
  'award',
  'recognizedBy',
  'hasCredential',
]);

function typesOf(thing: JsonLdObject): readonly string[] {
  return listOf(thing['@type']).flatMap((type) => (typeof type === 'string' ? [localName(type)] : []));
}

/** The values of a property: at most 100. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.slice(0, 100) : [value];
}

/** The texts of a property. */
export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((text) => typeof text === 'string');
}

/** Whether a thing is an organisation of any kind, as far as its type tells. */
export function isOrganization({ types }: OwnerThing): boolean {
  return types.some((type) => ORGANIZATION.test(type));
}

const ORGANIZATION =
  /(?:Organization|Business|Store|Shop|Service|Agency|Dealer|Clinic|Corporation|Company|Salon|Spa|Club|Center|Repair|Broker)$|^(?:NGO|Airline|Consortium|Hotel|Motel|Hostel|Resort|Campground|LodgingBusiness|Restaurant|Bakery|CafeOrCoffeeShop|BarOrPub|Winery|Brewery|Attorney|Notary|Dentist|Physician|Hospital|Pharmacy|Optician|School|HighSchool|ElementarySchool|Preschool|CollegeOrUniversity|University|Museum|Library|Church|PlaceOfWorship|Florist|Electrician|Plumber|LocksmithGymnasium|TouristInformationCenter|RealEstateAgent|TravelAgency|Place|GovernmentOffice|PerformingArtsTheater|MovieTheater)$/;
