import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Paged } from '../../../platform/http/paging.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import { isEnquiryAccessible } from '../../enquiries/access.queries.server.ts';
import { assertProductionAccessible } from '../access.queries.server.ts';
import type { productionTimeline } from './contract.ts';
import type { Caller } from '../policy.ts';
import { getPeopleNames, toReadable } from './people.queries.server.ts';
import { type StoredChange, TIMELINE_PAGE_SIZE, type TimelineEntry } from './schema.ts';

interface EntryRow {
  readonly id: string;
  readonly kind: TimelineEntry['kind'];
  readonly user_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly enabled_at: Date | null;
  readonly sender: string | null;
  readonly text: string | null;
  readonly changes: readonly StoredChange[];
  readonly enquiry: TimelineEntry['enquiry'];
  readonly can_restore: boolean;
  readonly is_restoration: boolean;
  readonly created_at: Date;
}

/**
 * Lists a page of what happened with a production and in those of its enquiries that the caller may see, latest first.
 * @throws {ApiError} NOT_FOUND when the caller may not see the production
 */
export async function listTimeline(
  db: Db,
  caller: Caller,
  { id, page }: z.output<typeof productionTimeline.input>,
): Promise<Paged<TimelineEntry>> {
  await assertProductionAccessible(db, caller, 'production.view', id);
  const offset = (page - 1) * TIMELINE_PAGE_SIZE;
  // Each source ends where the page does at the latest.
  const latest = sql`order by created_at desc, kind = 'CREATED', id limit ${offset + TIMELINE_PAGE_SIZE}`;
  const sources = selectSources(caller, id);
  const [{ rows }, counted] = await Promise.all([
    sql<EntryRow>`
      select t.*, u.first_name, u.last_name, u.enabled_at,
        case when e.id is not null then jsonb_build_object('id', e.id, 'reference', e.reference, 'name', e.name) end as enquiry
      from (${sql.join(
        sources.map((source) => sql`(select * from (${source}) s ${latest})`),
        sql` union all `,
      )}) t
      left join users u on u.id = t.user_id left join enquiries e on e.id = t.enquiry_id
      order by t.created_at desc, t.kind = 'CREATED', t.id limit ${TIMELINE_PAGE_SIZE} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select sum(count)::integer as total from (${sql.join(
        sources.map((source) => sql`select count(*) from (${source}) s`),
        sql` union all `,
      )}) c`.execute(db),
  ]);
  const names = await getPeopleNames(
    db,
    rows.flatMap(({ changes }) => changes),
  );
  return {
    data: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      author: toPerson({ ...row, id: row.user_id }),
      sender: row.sender,
      text: row.text,
      enquiry: row.enquiry,
      changes: row.changes.map((change) => toReadable(change, names)),
      can_restore: row.can_restore,
      is_restoration: row.is_restoration,
      created_at: row.created_at.toISOString(),
    })),
    total: counted.rows[0]?.total ?? 0,
    current_page: page,
    per_page: TIMELINE_PAGE_SIZE,
  };
}

/** What a timeline is made of: its own entries, and the messages and notes of its enquiries. */
function selectSources(caller: Caller, id: string): RawBuilder<unknown>[] {
  const enquiries = sql`
    (select e.id from production_enquiries pe join enquiries e on e.id = pe.enquiry_id
      where pe.production_id = ${id} and ${isEnquiryAccessible(caller, 'enquiry.view')})`;
  return [
    sql`select id, kind, user_id, null::text as sender, text, details -> 'changes' as changes,
        details ? 'before' as can_restore, details ? 'restored' as is_restoration, null::uuid as enquiry_id, created_at
      from production_entries where production_id = ${id}`,
    sql`select m.id, case written_by when 'TEAM' then 'MESSAGE_OUT' else 'MESSAGE_IN' end as kind, user_id,
        case written_by when 'PARTICIPANT' then (select name from enquiry_participants where id = m.participant_id) end,
        text, '[]'::jsonb, false, false, enquiry_id, created_at
      from enquiry_messages m where enquiry_id in ${enquiries}`,
    sql`select id, 'ENQUIRY_NOTE' as kind, user_id, null, text, '[]'::jsonb, false, false, enquiry_id, created_at
      from enquiry_notes where enquiry_id in ${enquiries}`,
  ];
}
