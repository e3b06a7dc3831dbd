import type { SourceRow } from './source-row.ts';

/** Phrases for subjects whose last words do not read well in a sentence. */
const SUBJECTS: Readonly<Record<string, string>> = {
  Other: '',
  'Belief and identity': 'belief and identity',
  'Belief and identity / Ethnic group': 'the identity of a people',
  'Buildings / Other': 'a building',
  'Buildings / Penal': 'a prison building',
  'Local Histories': 'local history',
  'Medicine and health / Hospital': 'hospitals',
  'Medicine and health / Professional association': 'a medical profession',
  'Mixed / Bygones': 'bygones',
  'Mixed / Encyclopaedic': 'many fields at once',
  'Mixed / Other': 'a mixed collection',
  'Personality / Art': 'an artist',
  'Personality / Explorer': 'an explorer',
  'Personality / Literary': 'a literary figure',
  'Personality / Other': 'a notable person',
  'Personality / Political': 'a political figure',
  'Personality / Religious': 'a religious figure',
  'Personality / Scientific': 'a scientist',
  'Services / Fire': 'the fire service',
  'Services / Police': 'the police',
  'War and conflict / Airforce': 'the air force',
  'War and conflict / Bunker': 'a bunker',
  'War and conflict / Event or site': 'an event or site of war',
  'War and conflict / Navy': 'the navy',
  'War and conflict / Regiment': 'a regiment',
};

/** Subjects that name the building of the museum. */
const HOUSED_IN: Readonly<Record<string, string>> = {
  'Buildings / Houses / Large houses': 'a large house',
  'Buildings / Houses / Medium houses': 'a medium-sized house',
  'Buildings / Houses / Small houses': 'a small house',
  'Buildings / School': 'a school building',
};

const RUN_BY: Readonly<Record<string, string>> = {
  'Independent – Private': 'privately',
  'Independent – Not for profit': 'by an independent body that is not for profit',
  'Independent – National Trust for Scotland': 'by the National Trust for Scotland',
  'Independent – Historic Environment Scotland': 'by Historic Environment Scotland',
  'Government – Local Authority': 'by the local authority',
  'Government – National': 'by national government',
  University: 'by a university',
};

/** Describes a museum in sentences. The facts date from 2021. @param within whether the description of another place precedes it */
export function describeMuseum(row: SourceRow, within: boolean): string[] {
  const { description, condition, ownership_type: governance } = row;
  const closed = condition === 'Closed';
  const size = /Size: (small|medium|large)/.exec(description)?.[1];
  const accredited = /\. Accredited\./.test(description) && !closed;
  const adjectives = [size === 'medium' ? 'medium-sized' : size, accredited && 'accredited', closed && 'closed'];
  const noun = ['A', ...adjectives.filter(Boolean), 'museum'].join(' ').replace(/^A (?=accredited)/, 'An ');
  const where = within ? ' of the same name' : ` ${formatPlace(row)}`;
  const opening = `${within ? `There is ${noun.replace('A', 'a')}` : noun}${formatTheme(row.subcategory, where)}.`;
  const run = RUN_BY[governance];
  return [
    opening,
    ...describeHistory(description, closed),
    ...(run ? [`It ${closed ? 'was' : 'is'} run ${run}.`] : []),
  ];
}

/** Returns where a museum is, with its building or its subject. */
function formatTheme(subcategory: string, where: string): string {
  const building = HOUSED_IN[subcategory];
  if (building !== undefined) return `${where}, in ${building}`;
  const subject = SUBJECTS[subcategory] ?? getLastSpecificPart(subcategory);
  return subject === '' ? where : `${where}, about ${subject}`;
}

function getLastSpecificPart(subcategory: string): string {
  const parts = subcategory.split(' / ');
  const part = ['Other', 'Mixed'].includes(parts.at(-1)!) ? parts.at(-2)! : parts.at(-1)!;
  return part.toLowerCase();
}

/** Returns the locality as a phrase; 'nr' becomes 'or near'. */
function formatPlace({ locality }: SourceRow): string {
  if (locality.startsWith('Isle of')) return `on the ${locality}`;
  return `in ${locality.replace(/^nr\.? /, 'or near ')}`;
}

function describeHistory(description: string, closed: boolean): string[] {
  const findYears = (word: string) => new RegExp(`${word} (\\d{4})(?:–(\\d{4}))?`).exec(description);
  const formatYears = (found: RegExpExecArray) => (found[2] ? `between ${found[1]} and ${found[2]}` : `in ${found[1]}`);
  const [opened, shut] = [findYears('Opened'), findYears('Closed')];
  const parts = [opened && `opened ${formatYears(opened)}`, closed && shut && `closed ${formatYears(shut)}`].filter(
    Boolean,
  );
  return parts.length > 0 ? [`It ${parts.join(' and ')}.`] : [];
}
