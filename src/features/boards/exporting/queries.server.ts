import { sql } from 'kysely';
import { type Cell, fetchInBatches } from '../../../platform/text/csv.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import type { PageParams, Paged } from '../../../platform/http/paging.ts';
import type { FileResponse } from '../../../platform/http/route-handlers.ts';
import {
  type ExportedLocation,
  toLocationFile,
} from '../../locations/catalogue/export-formats/location-file.server.ts';
import type { ExportFormat } from '../../locations/catalogue/export-formats/schema.ts';
import { getRegionRules } from '../../geography/region-rules.ts';
import { getLocationPath } from '../../locations/catalogue/schema.ts';
import { getTotalCost } from '../costs.ts';
import { canSeeAnswers } from '../guests/access.queries.server.ts';
import { type AnswerRow, readAnswers } from '../guests/answers.queries.server.ts';
import { countAnswers } from '../guests/tally.ts';
import type { BoardList } from '../queries.server.ts';
import { type BoardLocation, type BoardSection, LOCATION_STATES, getTitle } from '../schema.ts';

/** Column headings of the CSV export of boards. */
export const BOARD_HEADINGS = ['Id', 'Title', 'Locations', 'Updated', 'Archived'];

type BoardRow = { id: string; title: string; count: number; updated_at: Date; archived_at: Date | null };

/** Yields the rows of the CSV export of a list of boards in batches. */
export async function* readBoardsForExport(
  db: Db,
  { where, orderBy }: BoardList,
): AsyncGenerator<readonly (readonly Cell[])[], void, void> {
  const { rows } = await sql<{ id: string }>`select b.id from boards b where ${where} order by ${orderBy}`.execute(db);
  yield* fetchInBatches(
    rows.map(({ id }) => id),
    async (ids) => {
      const found = await sql<BoardRow>`
        select b.id, b.title, b.updated_at, b.archived_at,
          (select count(*) from board_locations bl where bl.board_id = b.id) as count
        from unnest(${ids}::uuid[]) with ordinality found (id, place) join boards b using (id)
        order by found.place`.execute(db);
      return found.rows.map(({ id, title, count, updated_at, archived_at }) => [
        id,
        title,
        count,
        updated_at.toISOString(),
        archived_at?.toISOString(),
      ]);
    },
  );
}

/** Guests' answers about a location. */
type ExportedAnswers = { readonly yes: number; readonly maybe: number; readonly no: number; readonly comments: string };
type ExportedItem = Pick<BoardLocation, 'id' | 'section_id' | 'location'> &
  Partial<Pick<BoardLocation, 'note' | 'state' | 'cost' | 'tags' | 'unpublished'>> & {
    readonly answers?: ExportedAnswers | undefined;
  };
type ExportedSection = Pick<BoardSection, 'id' | 'title' | 'locked_location_id'>;

/** The columns of an exported board. */
const COLUMNS: readonly (readonly [
  heading: string,
  get: (item: ExportedItem, siteUrl: string, section: ExportedSection | undefined) => Cell,
])[] = [
  ['Id', ({ id }) => id],
  ['Title', ({ location, unpublished = null }) => getTitle({ location, unpublished })],
  ['Section', (_item, _siteUrl, section) => section?.title],
  ['Locked in', ({ id }, _siteUrl, section) => (section?.locked_location_id === id ? 'Yes' : null)],
  ['Nearest town', ({ location }) => location?.nearesttown],
  ['Note', ({ note }) => note],
  ['Tags', ({ tags }) => tags?.join(', ')],
  ['State', ({ state }) => state && LOCATION_STATES[state]],
  ['Cost', ({ cost }) => cost && getTotalCost(cost)],
  ['Currency', ({ cost }) => cost && getRegionRules().currency],
  ['Yes', ({ answers }) => answers?.yes],
  ['Maybe', ({ answers }) => answers?.maybe],
  ['No', ({ answers }) => answers?.no],
  ['Comments', ({ answers }) => answers?.comments],
  ['Latitude', ({ location }) => location?.latitude],
  ['Longitude', ({ location }) => location?.longitude],
  ['Public page', ({ location }, siteUrl) => location && siteUrl + getLocationPath(location)],
];
const SECTION_HEADINGS = new Set(['Section', 'Locked in']);
/** Not for people with the public link. */
const NOTE_HEADINGS = new Set(['Note', 'Tags', 'State', 'Cost', 'Currency']);
/** Only for the owner, of a board with answers. */
const ANSWER_HEADINGS = new Set(['Yes', 'Maybe', 'No', 'Comments']);
const BATCH_SIZE = 1_000;

type FetchAnswers = (ids: readonly string[]) => ReturnType<typeof readAnswers>;

/** Returns what reads the answers on a board; null if the caller does not see them, or there are none. */
export async function findExportedAnswers(db: Db, caller: Actor, id: string): Promise<FetchAnswers | null> {
  if (!(await canSeeAnswers(db, caller, id))) return null;
  const row = await db.selectFrom('board_answers').select('guest_id').where('board_id', '=', id).executeTakeFirst();
  return row ? (ids) => readAnswers(db, id, ids) : null;
}

function summariseAnswers(rows: readonly AnswerRow[] = []): ExportedAnswers {
  const about = rows.filter(({ image_id }) => image_id === null);
  const comments = about.flatMap(({ name, role, comment }) => (comment ? [`${name}, ${role}: ${comment}`] : []));
  return { ...countAnswers(about), comments: comments.join('\n') };
}

/**
 * Returns the locations of a board as a file, with their public positions.
 * @param fetchBoard returns the board as the caller sees it, with a page of its locations; without notes or sections, it has no such columns
 * @param fetchAnswers null if the caller does not see answers of guests, or there are none
 */
export async function exportBoardLocations(
  {
    format,
    siteUrl,
    locationIds,
  }: { readonly format: ExportFormat; readonly siteUrl: string; readonly locationIds?: readonly string[] | undefined },
  fetchBoard: (page: PageParams) => Promise<{
    readonly title: string;
    readonly sections: readonly ExportedSection[];
    readonly locations: Paged<ExportedItem>;
  }>,
  fetchAnswers: FetchAnswers | null = null,
): Promise<FileResponse> {
  const first = await fetchBoard({ page: 1, size: BATCH_SIZE });
  const hasNotes = first.locations.data.some(({ note }) => note !== undefined);
  const hasSections = first.sections.length > 0;
  const columns = COLUMNS.filter(
    ([heading]) =>
      (hasNotes || !NOTE_HEADINGS.has(heading)) &&
      (hasSections || !SECTION_HEADINGS.has(heading)) &&
      (fetchAnswers !== null || !ANSWER_HEADINGS.has(heading)),
  );
  async function* readBatches(): AsyncGenerator<ExportedLocation[], void, void> {
    for (let page = 1; ; page++) {
      // oxlint-disable-next-line no-await-in-loop -- back-pressure: a batch is read when the previous one is consumed
      const { sections, locations: all } = page === 1 ? first : await fetchBoard({ page, size: BATCH_SIZE });
      const locations = { ...all, data: all.data.filter(({ id }) => locationIds?.includes(id) ?? true) };
      const sectionsById = new Map<string | null, ExportedSection>(sections.map((section) => [section.id, section]));
      // oxlint-disable-next-line no-await-in-loop -- as above
      const answers = await fetchAnswers?.(locations.data.map(({ id }) => id));
      yield locations.data.map((item) => ({
        cells: columns.map(([, get]) =>
          get(
            { ...item, answers: summariseAnswers(answers?.get(item.id)) },
            siteUrl,
            sectionsById.get(item.section_id),
          ),
        ),
        latitude: item.location?.latitude ?? null,
        longitude: item.location?.longitude ?? null,
      }));
      if (page * BATCH_SIZE >= locations.total) return;
    }
  }
  const headings = columns.map(([heading]) => heading);
  return toLocationFile(format, { name: first.title, fileName: 'board', headings, batches: readBatches() });
}
