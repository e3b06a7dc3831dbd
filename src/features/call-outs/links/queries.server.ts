import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { hashSecret } from '../../../platform/http/secrets.server.ts';
import { isSecretTitleIn } from '../../productions/answers/queries.server.ts';
import { LINK_UNUSABLE } from '../messages.ts';
import { getState } from '../queries.server.ts';
import type { AskedPlace, CallOutRequest } from '../schema.ts';

/** Whom a link was sent to, and for what. */
export interface LinkRecord extends Omit<CallOutRequest, 'places'> {
  readonly recipient_id: string;
  readonly user_id: string;
  readonly production_id: string;
  /** Of the production. */
  readonly reference: string;
  readonly sent_at: Date | null;
  readonly closed_at: Date | null;
}

/** Returns what an emailed link is for, also after it has ended. @throws {ApiError} NOT_FOUND for an unknown link */
export async function getRecipient(db: Db, token: string): Promise<LinkRecord> {
  const { rows } = await sql<LinkRecord>`
    select r.id as recipient_id, r.user_id, r.is_office, c.production_id, p.reference, c.brief, c.days_from, c.days_to, c.last_day,
      c.sent_at, c.closed_at
    from call_out_recipients r join call_outs c on c.id = r.call_out_id join productions p on p.id = c.production_id
    where r.token_hash = ${hashSecret(token)}`.execute(db);
  if (!rows[0]) throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
  return rows[0];
}

/**
 * Returns what a link is for that can still be answered. It ends when the call-out closes, and while its brief has the title of a production
 * that came under an embargo since.
 * @throws {ApiError} NOT_FOUND for an ended and an unknown link alike
 */
export async function getOpenLink(db: Db, token: string, at: Date): Promise<LinkRecord> {
  const link = await getRecipient(db, token);
  const isEnded = getState(link, at) !== 'OPEN' || (await isSecretTitleIn(db, link.production_id, [link.brief], at));
  if (isEnded) throw new ApiError('NOT_FOUND', LINK_UNUSABLE);
  return link;
}

/** Returns what a link leads to: the places that its recipient has suggested, and their locations of now. @throws {ApiError} NOT_FOUND */
export async function getRequest(db: Db, { token }: { readonly token: string }, at: Date): Promise<CallOutRequest> {
  const { recipient_id, user_id, is_office, brief, days_from, days_to, last_day } = await getOpenLink(db, token, at);
  const { rows: places } = await sql<AskedPlace>`
    select a.id, coalesce(l.title, a.title) as title, a.place, a.answer, a.days, a.note, (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'bytes', f.bytes, 'problem', u.rejection_reason)
        order by f.created_at, f.id), '[]')
      from call_out_photographs f left join uploads u on u.id = f.upload_id where f.answer_id = a.id) as photographs
    from call_out_answers a left join locations l on l.id = a.location_id
    where a.recipient_id = ${recipient_id} and (a.title is not null or l.owner_id = ${user_id})
    order by a.title is not null, l.title, a.id`.execute(db);
  return { brief, days_from, days_to, last_day, is_office, places };
}
