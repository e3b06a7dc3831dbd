import type { Trx } from '../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../platform/events.ts';
import type { QueueMail } from '../../../platform/mail/outbox.ts';
import type { Sender } from '../../../platform/mail/site-mail.ts';
import type { LocationEvent } from '../events.ts';
import { type MailedLocation, type OwnerMailKind, toOwnerMail, toTeamMail } from './templates.server.ts';
import { getShownTitle } from '../policy.ts';

/** What the acts of this feature need of the rest. */
export interface LocationDeps extends Sender {
  readonly queueMail: QueueMail;
  readonly publishEvent: PublishEvent<LocationEvent>;
}

/**
 * Tells the owner of a location what has happened to it; nobody where it has none. Whoever calls holds the location's lock, and has
 * locked the account before, so that no mail goes to one that is being deleted.
 */
export async function notifyOwner(trx: Trx, deps: LocationDeps, id: string, kind: OwnerMailKind): Promise<void> {
  const location = await getMailedLocation(trx, id);
  if (location) await deps.queueMail(trx, toOwnerMail(kind, location, deps));
}

/** Tells its owner that a location was sent for approval, and the Locations Team, in its mailbox, that it waits. */
export async function notifySubmission(trx: Trx, deps: LocationDeps, id: string): Promise<void> {
  const location = await getMailedLocation(trx, id);
  if (!location) return;
  await deps.queueMail(trx, toOwnerMail('submitted', location, deps));
  await deps.queueMail(trx, toTeamMail(location, deps));
}

/** Undefined where no mail can be sent: without an owner, or with one who has not shown that the address is theirs. */
async function getMailedLocation(trx: Trx, id: string): Promise<MailedLocation | undefined> {
  const row = await trx
    .selectFrom('locations as l')
    .innerJoin('users as u', 'u.id', 'l.owner_id')
    .leftJoin('published_locations as p', 'p.id', 'l.id')
    .select(['l.id', 'l.title', 'l.nearesttown', 'p.locationurl as publishedurl'])
    .select(['u.first_name', 'u.last_name', 'u.email'])
    .where('l.id', '=', id)
    .where('u.email_verified_at', 'is not', null)
    .where('u.enabled_at', 'is not', null)
    .executeTakeFirst();
  if (!row?.email) return undefined;
  const { first_name, last_name, email, title, nearesttown, ...location } = row;
  const shown = { title: getShownTitle(title), nearesttown: nearesttown ?? '' };
  return { ...location, ...shown, owner: { first_name, last_name, email } };
}
