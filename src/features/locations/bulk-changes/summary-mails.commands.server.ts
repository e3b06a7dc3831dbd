import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { renderSiteMail } from '../../../platform/mail/site-mail.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { getDisplayTitle } from '../catalogue/display-title.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import { CAN_GET_MAILS, type MailedKind, getMailedKinds, selectMailed } from './mailed-owners.queries.server.ts';
import { NO_LONGER_LISTED } from './messages.ts';
import type { StoredAction } from './schema.ts';

/** Titles in one email; the others are counted. */
const MAX_TITLES = 20;

/** Description of the change for the subject. */
const EVENTS: Readonly<Record<MailedKind, readonly [done: string, undone: string]>> = {
  publish: ['published', 'as before the publication again'],
  unpublish: ['offline', 'online again'],
  assigned: ['now listed with your account', NO_LONGER_LISTED],
  removed: [NO_LONGER_LISTED, 'listed with your account again'],
};

interface MailedOwner {
  readonly owner_id: string;
  readonly locations: number;
  readonly titles: readonly string[];
}

/**
 * Sends each owner one email about all their locations of a change that has ended, instead of one for each location. Changes of fields send
 * none, like those of the record.
 */
export async function mailOwners(
  trx: Trx,
  deps: LocationDeps,
  { state, ...change }: { id: string; action: StoredAction; state: 'CHANGED' | 'UNDONE' },
): Promise<void> {
  for (const kind of getMailedKinds(change.action)) {
    const { rows } = await sql<MailedOwner>`
      select owner_id, count(*) as locations, (array_agg(title order by position))[1:${sql.lit(MAX_TITLES)}] as titles
      from (${selectMailed(change, kind, state)}) mailed group by owner_id order by owner_id`.execute(trx);
    for (const mailed of rows) await mailOwner(trx, deps, mailed, EVENTS[kind][state === 'CHANGED' ? 0 : 1]);
  }
}

async function mailOwner(
  trx: Trx,
  deps: LocationDeps,
  { owner_id, locations, titles }: MailedOwner,
  event: string,
): Promise<void> {
  // Locked, so that no email goes to an account that is being deleted: that one is locked already, and waiting could deadlock.
  const { rows } = await sql<{ first_name: string; email: string }>`
    select u.first_name, u.email from users u where u.id = ${owner_id} and ${CAN_GET_MAILS} for key share skip locked`.execute(
    trx,
  );
  const [owner] = rows;
  if (!owner) return;
  const subject = `${formatCount(locations, 'location')} of yours ${locations === 1 ? 'is' : 'are'} ${event}`;
  const more = locations - titles.length;
  await deps.queueMail(
    trx,
    renderSiteMail(deps, {
      kind: 'locations-changed',
      recipient: owner.email,
      name: owner.first_name,
      subject,
      paragraphs: [
        `The locations team has changed several locations at once. ${subject}:`,
        ...titles.map(getDisplayTitle),
        ...(more > 0 ? [`and ${formatCount(more, 'more', 'more')}.`] : []),
      ],
      action: { label: 'See your locations', url: `${deps.siteUrl}/locations` },
      notes: ['You get this message because of locations that were or are listed with your account.'],
    }),
  );
}
