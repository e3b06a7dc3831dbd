import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { assertEnquiryAccessible, isEnquiryAccessible } from '../enquiries/access.queries.server.ts';
import { NO_SUCH_ENQUIRY } from '../enquiries/messages.ts';
import { isLocationInArea } from '../locations/working-copy/area.queries.server.ts';
import { assertProductionAccessible, isProductionAccessible } from './access.queries.server.ts';
import {
  type DetailsRow,
  DETAIL_COLUMNS,
  DETAIL_JOINS,
  isOverdue,
  isSecret,
  toDetails,
} from './list.queries.server.ts';
import { NO_SUCH_PRODUCTION } from './messages.ts';
import type { Caller } from './policy.ts';
import type { Production, ProductionFields, ProductionRow } from './schema.ts';

interface ProductionRecord extends DetailsRow, Omit<ProductionFields, keyof DetailsRow> {
  readonly version: number;
  readonly created_at: Date;
  readonly previous: Production['previous'];
}

/** Returns a production with its contacts, enquiries and locations. @throws {ApiError} NOT_FOUND when the caller may not see it */
export async function getProduction(
  db: Db,
  caller: Caller,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<Production> {
  const { rows } = await sql<ProductionRecord>`
    select p.*, ${isSecret(at)} as is_secret, ${isOverdue(at)} as overdue, ${DETAIL_COLUMNS},
      (select jsonb_build_object('id', b.id, 'reference', b.reference, 'title', b.title)
        from productions b where b.id = p.previous_id) as previous
    from productions p ${DETAIL_JOINS} where p.id = ${id}`.execute(db);
  await assertProductionAccessible(db, caller, 'production.view', id);
  const [row] = rows;
  if (!row) throw new ApiError('NOT_FOUND', NO_SUCH_PRODUCTION);
  const [contacts, enquiries, locations] = await Promise.all([
    listContacts(db, id),
    listEnquiries(db, caller, id),
    listLocations(db, caller, id),
  ]);
  return {
    ...row,
    ...toDetails(row),
    created_at: row.created_at.toISOString(),
    contacts,
    enquiries,
    locations,
  };
}

/** The people of a production, in their order. */
export async function listContacts(db: Db, id: string): Promise<Production['contacts']> {
  return db
    .selectFrom('production_contacts as pc')
    .innerJoin('people as c', 'c.id', 'pc.person_id')
    .select(['pc.person_id', 'c.name', 'c.email', 'c.telephone', 'pc.role'])
    .where('pc.production_id', '=', id)
    .orderBy('pc.position')
    .execute();
}

/** The enquiries of a production that the caller may see, oldest first. */
async function listEnquiries(db: Db, caller: Caller, id: string): Promise<Production['enquiries']> {
  const { rows } = await sql<Production['enquiries'][number]>`
    select e.id, e.version, e.reference, e.name, e.email, e.state
    from production_enquiries pe join enquiries e on e.id = pe.enquiry_id
    where pe.production_id = ${id} and ${isEnquiryAccessible(caller, 'enquiry.view')} order by e.created_at, e.id`.execute(
    db,
  );
  return rows;
}

async function listLocations(db: Db, caller: Caller, id: string): Promise<Production['locations']> {
  const { rows } = await sql<Production['locations'][number]>`
    select pl.id, pl.location_id, pl.title, pl.state, pl.used_from, pl.used_to,
      exists (select from published_locations where id = pl.location_id) as published,
      (pl.location_id is not null and ${isLocationInArea(caller, 'location.administer', sql`pl.location_id`)}) as is_accessible
    from production_locations pl where pl.production_id = ${id} order by pl.added_at, pl.title, pl.id`.execute(db);
  return rows;
}

type Reference = Pick<ProductionRow, 'id' | 'reference' | 'title' | 'stage' | 'company'>;

const MAX_SUGGESTIONS = 5;

/**
 * Returns the production of an enquiry or, without one, those that it may belong to: of the same title, or with a contact or a company that
 * has the email address of the sender.
 * @throws {ApiError} NOT_FOUND when the caller may not see the enquiry
 */
export async function getProductionOfEnquiry(
  db: Db,
  caller: Caller,
  enquiryId: string,
): Promise<{ production: Reference | null; suggestions: Reference[] }> {
  const enquiry = await db.selectFrom('enquiries').select('id').where('id', '=', enquiryId).executeTakeFirst();
  if (!enquiry) throw new ApiError('NOT_FOUND', NO_SUCH_ENQUIRY);
  await assertEnquiryAccessible(db, caller, 'enquiry.view', enquiryId);
  const columns = sql`p.id, p.reference, p.title, p.stage,
    case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as company`;
  const isSeen = isProductionAccessible(caller, 'production.view');
  const { rows: found } = await sql<Reference>`
    select ${columns} from production_enquiries pe join productions p on p.id = pe.production_id
    left join companies c on c.id = p.company_id where pe.enquiry_id = ${enquiryId} and ${isSeen}`.execute(db);
  if (found[0]) return { production: found[0], suggestions: [] };
  const { rows: suggestions } = await sql<Reference>`
    select ${columns} from enquiries e
    join lateral (
      select id from productions where fold_text(title) = fold_text(coalesce(e.production, ''))
      union select pc.production_id from production_contacts pc join people on people.id = pc.person_id
        where people.email_key = lower(e.email)
      union select same.id from productions same join companies on companies.id = same.company_id
        where companies.email_key = lower(e.email)
    ) likely on true
    join productions p on p.id = likely.id left join companies c on c.id = p.company_id
    where e.id = ${enquiryId} and ${isSeen}
    order by p.ended_at is not null, p.updated_at desc limit ${MAX_SUGGESTIONS}`.execute(db);
  return { production: null, suggestions };
}
