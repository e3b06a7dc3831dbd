import { sql } from 'kysely';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { ActionContext, QueryContext } from '../../../platform/http/handlers.ts';
import type { PageParams } from '../../../platform/http/paging.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import { countAttempt, undoAttempt } from '../../accounts/login-throttling.commands.server.ts';
import { identifyBrowser } from '../readers/browser.commands.server.ts';
import { type GuestAccess, getGuestAccess, getOpenAccess } from './access.queries.server.ts';
import { WRONG_LINK_PASSWORD, guestLimit } from './messages.ts';
import { getGuestBoard } from './queries.server.ts';
import { type GuestBoard, MAX_GUESTS } from './schema.ts';
import { MINUTE_MS } from '../../../platform/text/durations.ts';

/**
 * Returns a board by a guest link, and notes that it was opened; null before its password is entered.
 * @throws {ApiError} NOT_FOUND
 */
export async function openGuestBoard(
  context: ActionContext<'public'>,
  { secret, ...params }: { readonly secret: string } & PageParams,
): Promise<{ board: GuestBoard | null }> {
  const { db, at } = context;
  const access = await getGuestAccess(db, secret, context);
  if (!access.isOpen) return { board: null };
  await recordOpening(db, access, at);
  return { board: await getGuestBoard(db, access, params, context) };
}

/** Records for the owner of a board when its link was opened, to the minute: a guest who turns pages writes nothing. */
async function recordOpening(db: Db, { link, visit }: GuestAccess, at: Date): Promise<void> {
  const earlier = new Date(at.getTime() - MINUTE_MS);
  await sql`
    update board_guest_links set first_opened_at = coalesce(first_opened_at, ${at}), last_opened_at = ${at}
    where id = ${link.id} and (last_opened_at is null or last_opened_at <= ${earlier})`.execute(db);
  if (!visit) return;
  await sql`
    update board_guests set last_opened_at = ${at} where id = ${visit.id} and last_opened_at <= ${earlier}`.execute(db);
}

/**
 * Lets the caller's browser open a link with a password. Attempts are limited as those of log-in.
 * @throws {ApiError} NOT_FOUND; INVALID for a wrong password; TOO_MANY_REQUESTS
 */
export async function enterPassword(
  context: ActionContext<'public'>,
  { secret, password }: { readonly secret: string; readonly password: string },
): Promise<Record<string, never>> {
  const { db, at, ip, passwords } = context;
  const { link, isOpen } = await getGuestAccess(db, secret, context);
  if (isOpen) return {};
  const attempt = await countAttempt(db, { email: `guest link ${link.id}`, ip, now: at });
  if (!(await passwords.matches(password, link.password_hash)))
    throw new ApiError('INVALID', CHECK_FIELDS, { password: WRONG_LINK_PASSWORD });
  await db.transaction().execute(async (trx) => {
    const { link: present } = await getGuestAccess(trx, secret, context, true);
    // It was changed meanwhile.
    if (present.password_hash !== link.password_hash)
      throw new ApiError('INVALID', CHECK_FIELDS, { password: WRONG_LINK_PASSWORD });
    await undoAttempt(trx, attempt);
    await saveVisit(trx, context, link.id, { has_password: true });
    await deleteOldestUnnamed(trx, link.id);
  });
  return {};
}

/** Browsers without a name that exceed the limit have to enter the password again. */
async function deleteOldestUnnamed(trx: Trx, linkId: string): Promise<void> {
  await sql`
    delete from board_guests where id = any(array(
      select id from board_guests where link_id = ${linkId} and name is null
      order by last_opened_at desc, id offset ${MAX_GUESTS}))`.execute(trx);
}

/**
 * Saves who the guest is that uses the caller's browser.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT; VERIFICATION_FAILED
 */
export async function nameGuest(
  context: QueryContext & { readonly trx: Trx },
  input: { readonly secret: string; readonly name: string; readonly role: string; readonly verification: string },
): Promise<Record<string, never>> {
  const { trx, verification } = context;
  await verification.verify(trx, 'NameGuest', input.verification);
  const { link, isOpen } = await getOpenAccess(trx, input.secret, context, true);
  await saveVisit(trx, context, link.id, { name: input.name, role: input.role, has_password: isOpen });
  await assertWithinLimit(trx, {
    lock: `guests of ${link.id}`,
    count: sql`select count(*) from board_guests where link_id = ${link.id} and name is not null`,
    max: MAX_GUESTS,
    message: guestLimit,
  });
  return {};
}

async function saveVisit(
  trx: Trx,
  context: QueryContext,
  linkId: string,
  changes: { readonly has_password: boolean; readonly name?: string; readonly role?: string },
): Promise<void> {
  const { at } = context;
  const token_hash = await identifyBrowser(trx, context);
  await trx
    .insertInto('board_guests')
    .values({ link_id: linkId, token_hash, first_opened_at: at, last_opened_at: at, ...changes })
    .onConflict((conflict) => conflict.columns(['link_id', 'token_hash']).doUpdateSet(changes))
    .execute();
}
