import type { Db } from '../../../platform/db/transaction.ts';
import { cleanText } from '../../../platform/text/clean-text.ts';
import { getLocale } from '../../../platform/text/locale.ts';
import { formatDay } from '../../../platform/text/dates.ts';
import { toDay } from '../../../platform/text/days.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import type { SiteConfig } from '../../../platform/settings/config.ts';
import { describeConsentAreaInFull } from '../../consents/messages.ts';
import { listPublicConsentAreas } from '../../consents/queries.server.ts';
import { getRegionRules } from '../../geography/region-rules.ts';
import { type PublicLocation, getLocationPath, listFacts } from '../../locations/catalogue/schema.ts';
import { getPublicLocations } from '../../locations/catalogue/published/queries.server.ts';
import type { Picture } from '../../media/schema.ts';
import { listSections, sumCosts } from '../board-locations.queries.server.ts';
import { formatCost, formatCostRange } from '../costs.ts';
import { readAnswers } from '../guests/answers.queries.server.ts';
import { type CostRange, LOCATION_STATES, selectImages } from '../schema.ts';
import { type LocationAnswers, describeAnswers } from './answers.ts';
import { type LocationGroup, arrange, countOnFirstPage, isRefused, shorten } from './arrangement.ts';
import type { LookBook, LookBookLocation, LookBookPhotograph, LookBookSection } from './document/look-book.ts';
import { type BoardRow, readRows } from './rows.queries.server.ts';
import { type LookBookSettings, getMaxPhotographs } from './schema.ts';

/** A look-book with the files that it needs: each picture by its hash, each map by its position. */
export interface LookBookSource {
  readonly book: LookBook;
  /** The words in it that people have written on the board, or for it. */
  readonly words: string[];
  readonly pictures: readonly { readonly file: string; readonly sha256: string; readonly width: number }[];
  readonly maps: readonly { readonly file: string; readonly latitude: number; readonly longitude: number }[];
}

interface Options {
  readonly site: Pick<SiteConfig, 'name'>;
  readonly siteUrl: string;
  readonly at: Date;
  /** Who makes it. */
  readonly userId: string;
  /** Whether the first locations are enough. */
  readonly isPreview?: boolean;
}

/** Reads what a look-book of a board shows: published locations only, with their public positions. */
export async function readLookBook(
  db: Db,
  boardId: string,
  settings: LookBookSettings,
  { site, siteUrl, at, userId, isPreview = false }: Options,
): Promise<LookBookSource> {
  const all = await readRows(db, boardId, settings);
  const boardSections = await listSections(db, boardId);
  const whole = arrange(all, boardSections, settings);
  const arrangement = isPreview ? shorten(whole) : whole;
  const count = whole.groups.reduce((sum, { rows }) => sum + rows.filter((row) => !isRefused(row)).length, 0);
  const ids = new Set(arrangement.groups.flatMap(({ rows }) => rows.map(({ location_id }) => location_id)));
  if (whole.cover) ids.add(whole.cover.locationId);
  const published = await getPublicLocations(db, [...ids]);
  const consentAreas = settings.facts ? await listPublicConsentAreas(db, [...published.values()]) : null;
  const answers = settings.answers ? await readAnswers(db, boardId, [...ids]) : null;
  const max = getMaxPhotographs(count);
  const pictures = new Map<string, LookBookSource['pictures'][number]>();
  const maps: LookBookSource['maps'][number][] = [];

  const toPhotograph = (picture: Picture, location: PublicLocation, tally = ''): LookBookPhotograph => {
    const file = `${picture.sha256}.webp`;
    pictures.set(picture.sha256, { file, sha256: picture.sha256, width: picture.width });
    const caption = clean(picture.caption);
    const credits = [picture.credit, picture.licence].map(clean);
    return {
      file,
      ratio: picture.width / picture.height,
      alt: clean(picture.alt) || caption || `Photograph of ${clean(location.title)}`,
      caption,
      credit: credits.filter((text) => text !== '').join(', '),
      tally,
      focal: picture.focal,
    };
  };
  const listPictures = (row: BoardRow, location: PublicLocation) =>
    [...selectImages(location.images, row), ...(row.recce ?? []).flatMap(({ picture }) => picture ?? [])].slice(0, max);
  // The page of one location shows what the others look like.
  const isShort = (row: BoardRow) => isPreview && row !== arrangement.groups[0]?.rows[0];
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
  const toLocation = (row: BoardRow, lockedInId: string | null): LookBookLocation[] => {
    const location = published.get(row.location_id);
    if (!location) return [];
    const areas = consentAreas?.get(row.location_id) ?? [];
    const images = listPictures(row, location).slice(0, isShort(row) ? 1 : max);
    const imageIds = images.flatMap((image) => ('id' in image ? String(image.id) : []));
    const described: LocationAnswers = describeAnswers(answers?.get(row.location_id) ?? [], imageIds, count);
    const places = new Set([location.nearesttown, location.localauthority].map(clean).filter((text) => text !== ''));
    return [
      {
        title: clean(location.title),
        place: [...places].join(', '),
        url: siteUrl + getLocationPath(location),
        description: clean(location.description),
        isLockedIn: row.location_id === lockedInId,
        isRefused: isRefused(row),
        note: settings.notes ? clean(row.note) : '',
        board: boardLabels.flatMap((label) => {
          const value = label === 'Answers' ? described.tally : BOARD_TEXTS[label](row);
          return value === '' ? [] : [{ label, value }];
        }),
        answers: described.named,
        furtherAnswers: described.further,
        facts: settings.facts
          ? listFacts(location).flatMap(({ label, value }) => (value ? { label, value: clean(value) } : []))
          : [],
        permissions: areas.map((area) => clean(describeConsentAreaInFull(area))).join('\n'),
        map: isRefused(row) || isShort(row) ? null : addMap(location),
        photographs: isRefused(row)
          ? []
          : images.map((image) =>
              toPhotograph(image, location, 'id' in image ? described.photographs.get(String(image.id)) : ''),
            ),
        attributions: isRefused(row) ? [] : [location, ...areas].map(({ attribution }) => clean(attribution)),
      },
    ];
  };
  const hasSections = whole.groups.some(({ section }) => section !== null);
  const sections = arrangement.groups.map(({ section, rows }): LookBookSection => {
    const number = section && whole.groups.findIndex((group) => group.section === section) + 1;
    const group = whole.groups.find((each) => each.section === section)!;
    const locations = rows.flatMap((row) => toLocation(row, section?.locked_location_id ?? null));
    return {
      number,
      title: section ? clean(section.title) : hasSections ? 'Other locations' : null,
      status: describeStatus(group, locations),
      note: settings.notes ? clean(section?.notes ?? null) : '',
      cost: settings.states && section?.cost ? describeCost(section.cost, listCounted(group)) : '',
      firstCount: countOnFirstPage(group.rows.filter((row) => !isRefused(row)).length),
      locations,
    };
  });
  const coverLocation = whole.cover && published.get(whole.cover.locationId);
  const coverRow = all.find(({ location_id }) => location_id === whole.cover?.locationId);
  const coverPicture = coverLocation && coverRow && listPictures(coverRow, coverLocation)[whole.cover.index];
  const total = settings.states && settings.locationIds === null ? await sumCosts(db, boardId, boardSections) : null;
  const book: LookBook = {
    ...settings,
    title: clean(settings.title),
    subtitle: clean(settings.subtitle),
    siteName: clean(site.name),
    language: getLocale().language,
    summary: formatCount(count, 'location'),
    cost: total ? describeCost(total, whole.groups.flatMap(listCounted)) : '',
    day: formatDay(toDay(at.getTime())),
    preparedBy: settings.preparedBy ? await readMaker(db, userId) : [],
    logo: null,
    cover: coverPicture ? toPhotograph(coverPicture, coverLocation) : null,
    hasContents: whole.hasContents,
    boardLabels,
    sections,
  };
  return { book, words: listWords(book, all), pictures: [...pictures.values()], maps };
}

/** Those of locations are not among them: the website shows them anyway. */
function listWords({ title, subtitle, sections }: LookBook, rows: readonly BoardRow[]): string[] {
  const pictures = rows.flatMap(({ recce }) => recce ?? []).flatMap(({ picture }) => picture ?? []);
  return [
    title,
    subtitle,
    ...sections.flatMap((section) => [section.title, section.note]),
    ...sections.flatMap(({ locations }) =>
      locations.flatMap(({ note, answers }) => [note, ...answers.flatMap(({ guest, comment }) => [guest, comment])]),
    ),
    ...pictures.flatMap(({ alt, caption }) => [alt, caption]),
  ].flatMap((text) => text || []);
}

/** Texts of a board about a location, besides its note. */
const BOARD_TEXTS = {
  State: ({ state }: BoardRow) => LOCATION_STATES[state],
  Cost: ({ cost, cost_days: days }: BoardRow) => (cost === null ? '' : formatCost({ amount: cost, days })),
} as const;

/** The locations whose costs count for a group: the one that is locked in, else all that have not refused. */
function listCounted({ section, rows }: LocationGroup<BoardRow>): readonly BoardRow[] {
  const lockedIn = rows.filter(({ location_id }) => location_id === section?.locked_location_id);
  return lockedIn.length > 0 ? lockedIn : rows.filter((row) => !isRefused(row));
}

/** Formats a sum of costs, and says what is missing in it. */
function describeCost(cost: CostRange, counted: readonly BoardRow[]): string {
  const missing = counted.filter((row) => row.cost === null).length;
  if (missing === 0) return formatCostRange(cost);
  const verb = missing === 1 ? 'has' : 'have';
  return `${formatCostRange(cost)} (${missing} of ${formatCount(counted.length, 'location')} ${verb} no cost)`;
}

function describeStatus({ section, rows }: LocationGroup<BoardRow>, locations: readonly LookBookLocation[]): string {
  const lockedIn = locations.find((location) => location.isLockedIn);
  if (lockedIn) return `Locked in: ${lockedIn.title}`;
  const options = rows.filter((row) => !isRefused(row)).length;
  return section ? formatCount(options, 'option') : formatCount(options, 'location');
}

/** The name and the email address of an account. */
async function readMaker(db: Db, id: string): Promise<string[]> {
  const { first_name, last_name, email } = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [`${first_name} ${last_name}`, email ?? ''].map(clean).filter((line) => line !== '');
}

function clean(text: string | null): string {
  return cleanText(text ?? '').trim();
}
