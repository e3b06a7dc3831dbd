import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { cleanText } from '../../../platform/text/clean-text.ts';
import { getLocale } from '../../../platform/text/locale.ts';
import { formatDay } from '../../../platform/text/dates.ts';
import { toDay } from '../../../platform/text/days.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import type { SiteConfig } from '../../../platform/settings/config.ts';
import { getRegionRules } from '../../geography/region-rules.ts';
import { type PublicLocation, getLocationPath, listFacts } from '../../locations/catalogue/schema.ts';
import { getPublicLocations } from '../../locations/catalogue/published/queries.server.ts';
import { chosenImageIds, listSections } from '../board-locations.queries.server.ts';
import { formatCost, formatCostRange } from '../costs.ts';
import { readAnswers } from '../guests/answers.queries.server.ts';
import { type BoardLocation, LOCATION_STATES, selectImages } from '../schema.ts';
import { type LocationAnswers, describeAnswers } from './answers.ts';
import type { LookBook, LookBookLocation, LookBookPhotograph, LookBookSection } from './document/look-book.ts';
import { type LookBookSettings, getMaxPhotographs } from './schema.ts';

/** What a look-book needs besides its texts: each picture by its hash, each map by its position. */
export interface LookBookSource {
  readonly book: LookBook;
  readonly pictures: readonly { readonly file: string; readonly sha256: string; readonly width: number }[];
  readonly maps: readonly { readonly file: string; readonly latitude: number; readonly longitude: number }[];
}

type Images = PublicLocation['images'];

interface BoardRow {
  readonly location_id: string;
  readonly section_id: string | null;
  readonly note: string | null;
  readonly state: BoardLocation['state'];
  readonly cost: number | null;
  readonly cost_days: number | null;
  readonly image_ids: BoardLocation['image_ids'];
  readonly primary: boolean;
}

/** Reads what a look-book of a board shows: published locations only, with their public positions. @param isPreview whether one location is enough */
export async function readLookBook(
  db: Db,
  boardId: string,
  settings: LookBookSettings,
  { site, siteUrl, at }: { readonly site: Pick<SiteConfig, 'name'>; readonly siteUrl: string; readonly at: Date },
  isPreview = false,
): Promise<LookBookSource> {
  const { rows } = await sql<BoardRow>`
    select bl.location_id, sl.section_id, bl.note, bl.state, bl.cost, bl.cost_days, bl.location_id = b.primary_location_id as primary,
      ${chosenImageIds(sql`b.id`)} as image_ids
    from boards b join board_locations bl on bl.board_id = b.id join published_locations p on p.id = bl.location_id
      left join board_section_locations sl on sl.board_id = bl.board_id and sl.location_id = bl.location_id
    where b.id = ${boardId} and (${settings.locationIds}::uuid[] is null or bl.location_id = any(${settings.locationIds}::uuid[]))
    order by bl.position, bl.added_at, bl.location_id`.execute(db);
  const sample = isPreview ? rows.filter(isInPreview(rows)) : rows;
  const ids = sample.map((row) => row.location_id);
  const published = await getPublicLocations(db, ids);
  const answers = settings.answers ? await readAnswers(db, boardId, ids) : null;
  const max = getMaxPhotographs(rows.length);
  const pictures = new Map<string, LookBookSource['pictures'][number]>();
  const maps: LookBookSource['maps'][number][] = [];
  let cover: LookBookPhotograph | null = null;

  const toPhotograph = (image: Images[number], location: PublicLocation, said: LocationAnswers): LookBookPhotograph => {
    const file = `${image.sha256}.webp`;
    pictures.set(image.sha256, { file, sha256: image.sha256, width: image.width });
    const caption = clean(image.caption);
    return {
      file,
      alt: clean(image.alt) || caption || `Photograph of ${clean(location.title)}`,
      caption,
      credit: [image.credit, image.licence]
        .map(clean)
        .filter((text) => text !== '')
        .join(', '),
      tally: said.photographs.get(image.id) ?? '',
      focal: image.focal,
    };
  };
  const addMap = ({ id, latitude, longitude, ...location }: PublicLocation): LookBookLocation['map'] => {
    if (!settings.map || latitude === null || longitude === null) return null;
    const file = `map-${id}.svg`;
    maps.push({ file, latitude, longitude });
    const precision = location.map_precision === 'exact' ? '' : 'Approximate position. ';
    return {
      file,
      alt: `${precision}Map of the area around ${clean(location.nearesttown)}`,
      credit: precision + getRegionRules().mapAttribution,
    };
  };
  const boardLabels = [
    ...(settings.states ? (['State', 'Cost'] as const) : []),
    ...(settings.answers ? (['Answers'] as const) : []),
  ];
  const boardSections = await listSections(db, boardId);
  const lockedIn = new Set(boardSections.map(({ locked_location_id }) => locked_location_id));
  const toLocation = (row: (typeof rows)[number]): LookBookLocation[] => {
    const location = published.get(row.location_id);
    if (!location) return [];
    const images = selectImages(location.images, row).slice(0, max);
    const imageIds = images.map(({ id }) => id);
    const said = describeAnswers(answers?.get(row.location_id) ?? [], imageIds, rows.length);
    const photographs = images.map((image) => toPhotograph(image, location, said));
    if (row.primary || cover === null) cover = photographs[0] ?? cover;
    const places = new Set([location.nearesttown, location.localauthority].map(clean).filter((text) => text !== ''));
    return [
      {
        title: clean(location.title),
        place: [...places].join(', '),
        url: siteUrl + getLocationPath(location),
        description: clean(location.description),
        isLockedIn: lockedIn.has(row.location_id),
        note: settings.notes ? clean(row.note) : '',
        board: boardLabels.flatMap((label) => {
          const value = label === 'Answers' ? said.tally : BOARD_TEXTS[label](row);
          return value === '' ? [] : [{ label, value }];
        }),
        answers: said.named,
        furtherAnswers: said.further,
        facts: settings.facts
          ? listFacts(location).flatMap(({ label, value }) => (value ? { label, value: clean(value) } : []))
          : [],
        map: addMap(location),
        photographs,
        attribution: clean(location.attribution) || null,
      },
    ];
  };
  const listLocations = (sectionId: string | null) =>
    sample.filter(({ section_id }) => section_id === sectionId).flatMap(toLocation);
  // In the order of the board, whose first photograph is the cover. A section without published locations has no page.
  const others = { number: null, title: null, note: '', cost: '', locations: listLocations(null) };
  const titled = boardSections
    .map((section) => ({ ...section, locations: listLocations(section.id) }))
    .filter(({ locations }) => locations.length > 0)
    .map(({ title, notes, cost, locations }, index) => ({
      number: index + 1,
      title: clean(title),
      note: settings.notes ? clean(notes) : '',
      cost: settings.states && cost ? formatCostRange(cost) : '',
      locations,
    }));
  const sections: LookBookSection[] = others.locations.length > 0 ? [others, ...titled] : titled;
  const book: LookBook = {
    ...settings,
    title: clean(settings.title),
    subtitle: clean(settings.subtitle),
    siteName: clean(site.name),
    language: getLocale().language,
    summary: formatCount(rows.length, 'location'),
    day: formatDay(toDay(at.getTime())),
    logo: null,
    cover,
    boardLabels,
    sections,
  };
  return isPreview ? shorten(book, pictures, maps) : { book, pictures: [...pictures.values()], maps };
}

/** Locations that the page of a section names. */
const MAX_NAMED = 18;

/** Returns a condition for the locations of a preview: the primary one, and the first ones of the first section, or of those without one. */
function isInPreview(rows: readonly BoardRow[]): (row: BoardRow) => boolean {
  const section = rows.find(({ section_id }) => section_id !== null)?.section_id ?? null;
  const named = new Set(rows.filter(({ section_id }) => section_id === section).slice(0, MAX_NAMED));
  return (row) => row.primary || named.has(row);
}

/** Leaves one location its photographs and its map, whose page the preview shows. */
function shorten(
  book: LookBook,
  pictures: ReadonlyMap<string, LookBookSource['pictures'][number]>,
  maps: LookBookSource['maps'],
): LookBookSource {
  const section = book.sections.findLast(({ locations }) => locations.length > 0);
  const [first, ...others] = section?.locations ?? [];
  if (!section || !first) return { book: { ...book, sections: [] }, pictures: [], maps: [] };
  const bare = others.map((location) => ({ ...location, photographs: [], map: null }));
  const files = new Set([book.cover, ...first.photographs].map((photograph) => photograph?.file));
  return {
    book: { ...book, sections: [{ ...section, locations: [first, ...bare] }] },
    pictures: [...pictures.values()].filter(({ file }) => files.has(file)),
    maps: maps.filter(({ file }) => file === first.map?.file),
  };
}

/** What a board says of a location beside its note. */
const BOARD_TEXTS = {
  State: ({ state }: BoardRow) => LOCATION_STATES[state],
  Cost: ({ cost, cost_days: days }: BoardRow) => (cost === null ? '' : formatCost({ amount: cost, days })),
} as const;

function clean(text: string | null): string {
  return cleanText(text ?? '').trim();
}
