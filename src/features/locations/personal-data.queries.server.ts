import { type RawBuilder, sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';
import { getPictureKey } from '../media/personal-data.queries.server.ts';
import { LOCATION_FIELDS } from './catalogue/fields/lookup.ts';
import { PUBLIC_FACT_LIST } from './catalogue/production-facts/queries.server.ts';
import { isFacetField } from './catalogue/schema.ts';

/** The data that the owner of a location can see, without the internal fields of the Locations Team. */
const COLUMNS = sql.join(LOCATION_FIELDS.filter((field) => !isFacetField(field)).map((name) => sql.ref(`l.${name}`)));
const OPTIONS = sql`(
  select coalesce(jsonb_object_agg(field, names), '{}') from (
    select lo.field, jsonb_agg(o.name order by o.position) as names
    from location_options lo join options o on o.id = lo.option_id where lo.location_id = l.id group by lo.field) found)`;
const FILE_NAME = sql`'pictures/' || i.sha256 || '.' || case p.content_type when 'image/jpeg' then 'jpg' when 'image/png' then 'png' else 'webp' end`;

/** A section with the rows about the locations of the person. */
function aboutOwned(name: string, description: string, rows: RawBuilder<unknown>): PersonalDataSection {
  return {
    name,
    description,
    covers: [],
    read: (db, { id }) =>
      readRows(
        db,
        sql`select rows.* from (${rows}) rows join locations l on l.id = rows.location_id where l.owner_id = ${id}`,
      ),
  };
}

export const LOCATION_DATA: readonly PersonalDataSection[] = [
  {
    name: 'locations',
    description: 'The locations that you have registered',
    covers: ['locations.owner_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select l.id, l.status, l.location_status, l.creationdate, l.lastmodificationdate, l.submitted_at, ${COLUMNS},
            ${OPTIONS} as options
          from locations l where l.owner_id = ${id} order by l.creationdate, l.id`,
      ),
  },
  {
    name: 'drafts',
    description: 'Unsaved input about locations',
    covers: ['location_drafts.owner_id'],
    read: (db, { id }) =>
      readRows(db, sql`select location_id, fields, updated_at from location_drafts where owner_id = ${id} order by id`),
  },
  aboutOwned(
    'contacts',
    'The contacts of your locations',
    sql`select location_id, firstname, lastname, telephone, email, is_primary, created_at from contacts order by created_at, id`,
  ),
  aboutOwned(
    'facts',
    'What crews can plan by at your locations, with who says so and when',
    sql`
      select location_id, fact, value, source, stated_on from location_facts
      where fact in (${PUBLIC_FACT_LIST}) order by location_id, fact`,
  ),
  {
    ...aboutOwned(
      'images',
      'The images of your locations, with the original files',
      sql`
        select i.location_id, ${FILE_NAME} as file, i.name, i.caption, i.alt, i.credit, i.licence, i.is_primary, i.taken_latitude,
          i.taken_longitude, i.taken_direction, i.created_at
        from images i join pictures p using (sha256) order by i.location_id, i.position`,
    ),
    listFiles: async (db, person) => {
      const { rows } = await sql<{ sha256: string; name: string }>`
        select distinct i.sha256, ${FILE_NAME} as name from images i join pictures p using (sha256)
          join locations l on l.id = i.location_id where l.owner_id = ${person.id}`.execute(db);
      return rows.map(({ sha256, name }) => ({ name, key: getPictureKey(sha256) }));
    },
  },
  aboutOwned(
    'requests',
    'Requests of the Locations Team to you',
    sql`select location_id, step, text, state, created_at, closed_at from owner_tasks order by created_at, id`,
  ),
  aboutOwned(
    'decisions',
    'How the Locations Team has decided about your locations',
    sql`select location_id, submitted_at, decided_at, decision, note, reasons from location_reviews order by id`,
  ),
  {
    name: 'changes',
    description: 'The versions of locations that you have saved',
    covers: ['location_revisions.author_id', 'location_revisions.owner_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select location_id, number, action, origin, recorded_at from location_revisions where author_id = ${id}
          order by recorded_at, location_id`,
      ),
  },
];
