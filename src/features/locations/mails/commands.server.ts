import type { Trx } from '../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../platform/db/transaction-events.ts';
import type { QueueMail } from '../../../platform/mail/outbox.ts';
import type { Sender } from '../../../platform/mail/site-mail.ts';
import { lockOfficeAddresses } from '../../accounts/queries.server.ts';
import { listOfficeIds } from '../working-copy/area.queries.server.ts';
import type { LocationEvent } from '../events.ts';
import {
  type AddedContent,
  type MailedLocation,
  type OwnerMailKind,
  toOwnerMail,
  toTeamMail,
} from './templates.server.ts';
import { getDisplayTitle } from '../catalogue/display-title.ts';

/** Dependencies of the commands of this feature. */
export interface LocationDeps extends Sender {
  readonly queueMail: QueueMail;
  readonly publishEvent: PublishEvent<LocationEvent>;
}

/**
 * Sends an email to the owner of a location, if it has one. The caller has locked the account and then the location, so that no email goes to
 * an account that is being deleted.
 * @param added what this email says beyond the text of its kind
 */
export async function notifyOwner(
  trx: Trx,
  deps: LocationDeps,
  id: string,
  kind: OwnerMailKind,
  added?: AddedContent,
): Promise<void> {
  const location = await findMailedLocation(trx, id);
  if (location) await deps.queueMail(trx, toOwnerMail(kind, location, deps, added));
}

/** Sends emails about a submitted location to its owner, the mailbox of the Locations Team, and the accounts of the film office of its area. */
export async function notifySubmission(trx: Trx, deps: LocationDeps, id: string): Promise<void> {
  const location = await findMailedLocation(trx, id);
  if (!location) return;
  await deps.queueMail(trx, toOwnerMail('submitted', location, deps));
  const reviewers = await lockOfficeAddresses(trx, await listOfficeIds(trx, [id]), 'location.review');
  for (const recipient of [deps.site.mailbox, ...reviewers])
    await deps.queueMail(trx, toTeamMail(location, deps, recipient));
}

/** Undefined when no email can be sent: without an owner, or with an account that is not verified or not enabled. */
export async function findMailedLocation(trx: Trx, id: string): Promise<MailedLocation | undefined> {
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
  const shown = { title: getDisplayTitle(title), nearesttown: nearesttown ?? '' };
  return { ...location, ...shown, owner: { first_name, last_name, email } };
}
