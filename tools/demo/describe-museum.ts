import type { SourceRow } from './source-row.ts';

/** Subjects that need other words than the last part of their name. */
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

/** Subjects that are the building which the museum is in. */
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

/** A museum in sentences; `within` another place whose description comes first. Its facts are of 2021. */
export function describeMuseum(row: SourceRow, within: boolean): string[] {
  const { description, condition, ownership_type: governance } = row;
  const closed = condition === 'Closed';
  const size = /Size: (small|medium|large)/.exec(description)?.[1];
  const accredited = /\. Accredited\./.test(description) && !closed;
  const adjectives = [size === 'medium' ? 'medium-sized' : size, accredited && 'accredited', closed && 'closed'];
  const noun = ['A', ...adjectives.filter(Boolean), 'museum'].join(' ').replace(/^A (?=accredited)/, 'An ');
  const where = within ? ' of the same name' : ` ${placeOf(row)}`;
  const opening = `${within ? `There is ${noun.replace('A', 'a')}` : noun}${themeOf(row.subcategory, where)}.`;
  const run = RUN_BY[governance];
  return [opening, ...history(description, closed), ...(run ? [`It ${closed ? 'was' : 'is'} run ${run}.`] : [])];
}

/** Where a museum is, with the building that it is in or the subject that it is about. */
function themeOf(subcategory: string, where: string): string {
  const building = HOUSED_IN[subcategory];
  if (building !== undefined) return `${where}, in ${building}`;
  const subject = SUBJECTS[subcategory] ?? lastTellingPart(subcategory);
  return subject === '' ? where : `${where}, about ${subject}`;
}

function lastTellingPart(subcategory: string): string {
  const parts = subcategory.split(' / ');
  const telling = ['Other', 'Mixed'].includes(parts.at(-1)) ? parts.at(-2) : parts.at(-1);
  return telling.toLowerCase();
}

/** Where the address is, without its own word for near. */
function placeOf({ locality }: SourceRow): string {
  if (locality.startsWith('Isle of')) return `on the ${locality}`;
  return `in ${locality.replace(/^nr\.? /, 'or near ')}`;
}

function history(description: string, closed: boolean): string[] {
  const years = (word: string) => new RegExp(`${word} (\\d{4})(?:–(\\d{4}))?`).exec(description);
  const when = (found: RegExpExecArray) => (found[2] ? `between ${found[1]} and ${found[2]}` : `in ${found[1]}`);
  const [opened, shut] = [years('Opened'), years('Closed')];
  const parts = [opened && `opened ${when(opened)}`, closed && shut && `closed ${when(shut)}`].filter(Boolean);
  return parts.length > 0 ? [`It ${parts.join(' and ')}.`] : [];
}
