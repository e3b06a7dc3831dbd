import type { FacetField } from '../locations/catalogue/schema.ts';

/** Words of registers that say that a value is missing. */
export const MISSING_TERMS: ReadonlySet<string> = new Set(
  'unknown|not known|not applicable|n a|na|none|nil|null|tbc|not recorded|not specified|unspecified|unclassified|uncertain|'.split(
    '|',
  ),
);

const HOUSE = 'Country house or lodge';
const CASTLE = 'Castle or fortification';
const CHURCH = 'Church or abbey';
const FARM = 'Farm or steading';
const PARK = 'Garden or park';

/**
 * Words of registers of councils, heritage bodies and Wikidata that searchers do not write, so that the thesaurus lacks them: options by
 * folded term, the likeliest first. Options that a site does not have are not proposed.
 */
export const REGISTER_TERMS: Readonly<Partial<Record<FacetField, Readonly<Record<string, readonly string[]>>>>> = {
  category: {
    'bus station': ['Road or car park'],
    bandstand: [PARK],
    'burial ground': [CHURCH],
    'church building': [CHURCH],
    'designed landscape': [PARK, 'Estate'],
    doocot: [FARM, 'Estate'],
    dovecot: [FARM, 'Estate'],
    earthwork: ['Archaeological site'],
    enclosure: ['Archaeological site'],
    folly: ['Monument'],
    gatehouse: [HOUSE],
    'golf course': [PARK],
    'grain silo': [FARM],
    'historic house': [HOUSE, 'House'],
    icehouse: ['Estate'],
    'large houses': [HOUSE],
    'lime kiln': ['Industrial site'],
    limekiln: ['Industrial site'],
    'listed building': ['House or building'],
    'market cross': ['Monument'],
    'mercat cross': ['Monument'],
    'military camp': [CASTLE],
    motte: [CASTLE],
    'nature reserve': ['Woodland', 'Moor or dune'],
    observatory: ['Civic building'],
    pillbox: [CASTLE],
    'religious buildings': [CHURCH],
    'scheduled monument': ['Archaeological site', 'Monument'],
    shieling: [FARM],
    'sports centre': ['Civic building'],
    'swimming baths': ['Civic building'],
    'swimming pool': ['Civic building'],
    well: ['Monument'],
    'wind farm': ['Industrial site'],
  },
  setting: {
    city: ['Urban'],
    countryside: ['Rural'],
    'inner city': ['Urban'],
    lakeside: ['Loch'],
    lochside: ['Loch'],
    outskirts: ['Suburban'],
    quayside: ['Harbour'],
    seaside: ['Coastal', 'Beach'],
    waterfront: ['Riverside', 'Harbour', 'Coastal', 'Loch'],
    waterside: ['Riverside', 'Loch', 'Harbour', 'Coastal'],
  },
  condition: {
    'at risk': ['Derelict', 'Disused'],
    average: ['Fair'],
    bad: ['Derelict'],
    condemned: ['Derelict'],
    damaged: ['Derelict'],
    'extensive problems': ['Derelict'],
    'extensive significant problems': ['Derelict'],
    'generally satisfactory': ['Good', 'Fair'],
    intact: ['Good'],
    moderate: ['Fair'],
    occupied: ['Lived in'],
    optimal: ['Excellent'],
    'part occupied': ['Lived in', 'Disused'],
    poor: ['Derelict', 'Fair'],
    remains: ['Ruin'],
    ruinous: ['Ruin'],
    satisfactory: ['Good', 'Fair'],
    stable: ['Good'],
    'under repair': ['Under construction'],
    'under restoration': ['Under construction'],
    unsatisfactory: ['Derelict', 'Fair'],
    vacant: ['Disused', 'Closed'],
    'very bad': ['Derelict'],
    'very good': ['Excellent', 'Good'],
    'very poor': ['Derelict', 'Ruin'],
  },
  century: {
    mesolithic: ['Prehistoric'],
    modern: ['20th', '21st'],
    norse: ['9th', '10th', '11th'],
    'post medieval': ['16th', '17th', '18th'],
    roman: ['1st', '2nd', '3rd'],
    viking: ['9th', '10th', '11th'],
  },
  ownershiptype: {
    council: ['Local authority'],
    diocese: ['Church'],
    'ministry of defence': ['Government'],
    'forestry commission': ['Public body', 'Government'],
    individual: ['Private'],
    mod: ['Government'],
    nhs: ['Public body'],
    'owner occupied': ['Private'],
    public: ['Public body', 'Local authority'],
    religious: ['Church'],
    'religious body': ['Church'],
    'religious organisation': ['Church'],
    state: ['Government'],
    voluntary: ['Charity or not-for-profit'],
  },
};
