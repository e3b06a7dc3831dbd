import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { QueryContext } from '../../../platform/http/handlers.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { hashSecret, isWellFormedSecret } from '../../../platform/http/secrets.server.ts';
import { toDay } from '../../../platform/text/days.ts';
import { assertRight, getBoardAccess } from '../access.queries.server.ts';
import { getBoardRights } from '../policy.ts';
import { readerCookie } from '../readers/reader-cookie.ts';
import { CAN_HAVE_GUESTS } from '../sharing/queries.server.ts';
import { ENTER_LINK_PASSWORD, GUEST_LINK_ENDED, NO_DOWNLOAD } from './messages.ts';

/** Returns access to a board as if it was not archived: answers of guests can still be read then. @throws {ApiError} NOT_FOUND */
async function getActiveAccess(db: Db, caller: Actor, id: string) {
  return { ...(await getBoardAccess(db, caller, id)), archived: false };
}

/** Throws unless the caller owns a board, which may be archived. @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT */
export async function assertOwner(db: Db, caller: Actor, id: string): Promise<void> {
  assertRight('guests', caller, await getActiveAccess(db, caller, id));
}

/** Whether the caller sees the answers of guests on a board. @throws {ApiError} NOT_FOUND */
export async function canSeeAnswers(db: Db, caller: Actor, id: string): Promise<boolean> {
  return getBoardRights(caller, await getActiveAccess(db, caller, id), 'admin').guests;
}

/** A guest link that works. */
export interface OpenLink {
  readonly id: string;
  readonly board_id: string;
  readonly password_hash: string | null;
  readonly can_answer: boolean;
  readonly answers_until: Date | null;
  readonly can_download: boolean;
  readonly shows_answers: boolean;
  readonly shows_notes: boolean;
}

/** The browser of a guest. */
interface Visit {
  readonly id: string;
  readonly has_password: boolean;
  readonly name: string | null;
  readonly role: string | null;
}

/** How a link is used in a browser. */
export interface GuestAccess {
  readonly link: OpenLink;
  /** Undefined for a browser that has neither entered a password nor given a name. */
  readonly visit: Visit | undefined;
  /** Whether the password was entered, if there is one. */
  readonly isOpen: boolean;
}

type BrowserContext = Pick<QueryContext, 'at' | 'siteUrl' | 'getCookie'>;

/**
 * Returns a guest link that works, and who uses it.
 * @param isLocked whether both rows are locked until the transaction ends, against being deleted
 * @throws {ApiError} NOT_FOUND
 */
export async function getGuestAccess(
  db: Db,
  secret: string,
  { at, siteUrl, getCookie }: BrowserContext,
  isLocked = false,
): Promise<GuestAccess> {
  const lock = isLocked ? sql`for no key update` : sql``;
  const { rows } = await sql<OpenLink>`
    select id, board_id, password_hash, can_answer, answers_until, can_download, shows_answers, shows_notes from board_guest_links l
    where secret = ${secret} and (expires_on is null or expires_on >= ${toDay(at)}::date)
      and exists (select from boards b join users u on u.id = b.user_id where b.id = l.board_id and ${CAN_HAVE_GUESTS})
    ${isLocked ? sql`for key share` : sql``}`.execute(db);
  const [link] = rows;
  if (!link) throw new ApiError('NOT_FOUND', GUEST_LINK_ENDED);
  const token = getCookie(readerCookie(siteUrl).name);
  const visits = isWellFormedSecret(token)
    ? await sql<Visit>`
        select id, has_password, name, role from board_guests
        where link_id = ${link.id} and token_hash = ${hashSecret(token)} ${lock}`.execute(db)
    : undefined;
  const visit = visits?.rows[0];
  return { link, visit, isOpen: link.password_hash === null || visit?.has_password === true };
}

/** As getGuestAccess, but throws before the password is entered. @throws {ApiError} NOT_FOUND; FORBIDDEN */
export async function getOpenAccess(...parameters: Parameters<typeof getGuestAccess>): Promise<GuestAccess> {
  const access = await getGuestAccess(...parameters);
  if (!access.isOpen) throw new ApiError('FORBIDDEN', ENTER_LINK_PASSWORD);
  return access;
}

/** As getOpenAccess, but throws unless the link allows downloads. @throws {ApiError} NOT_FOUND; FORBIDDEN */
export async function getDownloadAccess(db: Db, secret: string, context: BrowserContext): Promise<GuestAccess> {
  const access = await getOpenAccess(db, secret, context);
  if (!access.link.can_download) throw new ApiError('FORBIDDEN', NO_DOWNLOAD);
  return access;
}

/** Whether guests of a link can answer now. */
export function canAnswer({ can_answer, answers_until }: OpenLink, at: Date): boolean {
  return can_answer && (answers_until === null || answers_until > at);
}
