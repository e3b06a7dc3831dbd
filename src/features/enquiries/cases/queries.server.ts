import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { listRolesWith } from '../../accounts/permissions.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import type { Person } from '../../entry-subjects/schema.ts';
import { getAreaFilter, isLocationInArea } from '../../locations/working-copy/area.queries.server.ts';
import { assertEnquiryAccessible } from '../access.queries.server.ts';
import type { Caller } from '../policy.ts';
import { NO_SUCH_ENQUIRY } from '../messages.ts';
import { type AssigneeRow, ASSIGNEE_COLUMNS, isOverdue, toAssignee } from './list.queries.server.ts';
import { getOutcome, listLocationAreas } from '../outcomes/queries.server.ts';
import type { EnquiryCase, Participant, Recipient } from './schema.ts';

/** Returns an enquiry with its conversations and notes. @throws {ApiError} NOT_FOUND when the caller may not see it */
export async function getCase(db: Db, caller: Caller, id: string): Promise<EnquiryCase> {
  const { rows } = await sql<CaseRow>`
    select e.*, ${isOverdue()} as overdue, ${ASSIGNEE_COLUMNS}
    from enquiries e left join users a on a.id = e.assignee_id where e.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new ApiError('NOT_FOUND', NO_SUCH_ENQUIRY);
  await assertEnquiryAccessible(db, caller, 'enquiry.view', id);
  const [locations, outcome, location_areas, participants, notes] = await Promise.all([
    listLocations(db, caller, id),
    getOutcome(db, id),
    listLocationAreas(db, id),
    listParticipants(db, id),
    listNotes(db, id),
  ]);
  return {
    ...row,
    reference: row.reference ?? '',
    assignee: toAssignee(row),
    created_at: row.created_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    locations,
    outcome,
    location_areas,
    participants,
    notes,
  };
}

interface CaseRow extends Omit<Selectable<Database['enquiries']>, 'assignee_id'>, AssigneeRow {
  readonly overdue: boolean;
}

/** The locations of an enquiry, in the order of the sender. */
function listLocations(db: Db, caller: Caller, enquiryId: string): Promise<EnquiryCase['locations']> {
  return db
    .selectFrom('enquiry_locations as el')
    .select(['el.location_id as id', 'el.position', 'el.title'])
    .select(
      sql<boolean>`(el.location_id is not null and ${isLocationInArea(caller, 'location.administer', sql`el.location_id`)})`.as(
        'is_accessible',
      ),
    )
    .where('el.enquiry_id', '=', enquiryId)
    .orderBy('el.position')
    .execute();
}

/** The locations of an enquiry that a participant sees: all, or those that it was passed on for. */
export function listParticipantLocations(
  db: Db,
  { id, enquiryId }: { readonly id: string; readonly enquiryId: string },
): Promise<{ title: string; locationurl: string | null }[]> {
  const passedOn = sql`select position from enquiry_participant_locations where participant_id = ${id}`;
  return db
    .selectFrom('enquiry_locations as el')
    .leftJoin('published_locations as p', 'p.id', 'el.location_id')
    .select(['el.title', sql<string | null>`p.locationurl`.as('locationurl')])
    .where('el.enquiry_id', '=', enquiryId)
    .where(sql<boolean>`(el.position in (${passedOn}) or not exists (${passedOn}))`)
    .orderBy('el.position')
    .execute();
}

async function listParticipants(db: Db, enquiryId: string): Promise<Participant[]> {
  const [participants, messages] = await Promise.all([
    db
      .selectFrom('enquiry_participants as p')
      .select(['id', 'kind', 'name', 'email'])
      .select(
        sql<number[]>`array(
          select position from enquiry_participant_locations where participant_id = p.id order by position)`.as(
          'locations',
        ),
      )
      .where('enquiry_id', '=', enquiryId)
      .orderBy(sql`kind <> 'SENDER'`)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    selectMessages(db).where('m.enquiry_id', '=', enquiryId).execute(),
  ]);
  return participants.map((participant) => ({
    ...participant,
    messages: messages.filter(({ participant_id }) => participant_id === participant.id).map(toMessage),
  }));
}

/** The messages of conversations, oldest first, with their authors and files. */
export function selectMessages(db: Db) {
  return db
    .selectFrom('enquiry_messages as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('options as office', 'office.id', 'u.office_id')
    .select(['m.id', 'm.participant_id', 'm.written_by', 'm.text', 'm.quoted_text', 'm.omitted_files', 'm.created_at'])
    .select(['u.id as user_id', 'u.first_name', 'u.last_name', 'u.enabled_at', 'office.name as office'])
    .select(
      sql<Participant['messages'][number]['files']>`coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'bytes', f.bytes) order by f.position, f.id)
        from enquiry_files f where f.message_id = m.id), '[]')`.as('files'),
    )
    .orderBy('m.created_at')
    .orderBy('m.id');
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number];

function toMessage(row: MessageRow): Participant['messages'][number] {
  const { id, text, quoted_text, omitted_files, files } = row;
  return {
    id,
    text,
    quoted_text,
    omitted_files,
    files,
    author: toPerson({ ...row, id: row.user_id }),
    from_team: row.written_by === 'TEAM',
    created_at: row.created_at.toISOString(),
  };
}

async function listNotes(db: Db, enquiryId: string): Promise<EnquiryCase['notes']> {
  const rows = await db
    .selectFrom('enquiry_notes as n')
    .leftJoin('users as u', 'u.id', 'n.user_id')
    .select(['n.id', 'n.text', 'n.created_at', 'u.id as user_id', 'u.first_name', 'u.last_name', 'u.enabled_at'])
    .where('n.enquiry_id', '=', enquiryId)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    created_at: row.created_at.toISOString(),
    author: toPerson({ ...row, id: row.user_id }),
  }));
}

/**
 * The owners of the locations of an enquiry, of those that the caller may see, and all film offices except that of the caller: those of the
 * locations first. The Locations Team gets the email address of their first account; film offices do not see the accounts of others.
 * @throws {ApiError} NOT_FOUND when the caller may not see the enquiry
 */
export async function listRecipients(db: Db, caller: Caller, id: string): Promise<Recipient[]> {
  const enquiry = await db.selectFrom('enquiries').select('id').where('id', '=', id).executeTakeFirst();
  if (!enquiry) throw new ApiError('NOT_FOUND', NO_SUCH_ENQUIRY);
  await assertEnquiryAccessible(db, caller, 'enquiry.view', id);
  const officeEmail = caller.officeId
    ? sql`null`
    : sql`(select email from users where office_id = o.id and enabled_at is not null order by created_at, id limit 1)`;
  const { rows } = await sql<Recipient>`
    select * from (
    select 'OWNER' as kind, u.first_name || ' ' || u.last_name as name, u.email,
      array_agg(el.position order by el.position) as locations
    from enquiry_locations el join locations l on l.id = el.location_id join users u on u.id = l.owner_id
    where el.enquiry_id = ${id} and u.enabled_at is not null
      and ${isLocationInArea(caller, 'location.administer', sql`l.id`)}
    group by u.id
    union all
    select 'FILM_OFFICE', o.name,
      coalesce(${officeEmail}, ''),
      array(
        select el.position from enquiry_locations el
        where el.enquiry_id = ${id} and o.id in (
          select option_id from location_options where location_id = el.location_id and field = 'filmoffice'
          union all select office_id from location_list where id = el.location_id)
        order by el.position)
    from options o
    where o.field = 'filmoffice' and o.id is distinct from ${caller.officeId ?? null}
    ) r order by kind desc, (locations = '{}'), name`.execute(db);
  return rows;
}

/** The people whom enquiries can be assigned to, by name: all for the Locations Team, its own accounts for a film office. */
export async function listAssignees(db: Db, caller: Caller): Promise<Person[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'enabled_at'])
    .where('enabled_at', 'is not', null)
    .where('role', 'in', listRolesWith('enquiry.answer'))
    .where(getAreaFilter(caller, 'enquiry.view') ?? sql<boolean>`true`)
    .orderBy('name_folded')
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => toPerson(row) ?? []);
}
