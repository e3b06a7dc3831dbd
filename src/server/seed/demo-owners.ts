import { z } from 'zod';
import { recordRevision } from '../../features/locations/working-copy/revisions.commands.server.ts';
import { setOwner } from '../../features/locations/working-copy/commands.server.ts';
import { addContact } from '../../features/locations/editing/contacts/commands.server.ts';
import { contactForm } from '../../features/locations/editing/contacts/schema.ts';
import { changeImage } from '../../features/locations/editing/images/commands.server.ts';
import { saveDraft } from '../../features/locations/editing/drafts/commands.server.ts';
import { typedFields } from '../../features/locations/working-copy/schema.ts';
import { sendForApproval } from '../../features/locations/editing/submitting/commands.server.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import type { JobSender } from '../../platform/jobs/job-queue.ts';
import { getDemoContext, readDemoJson } from './demo-files.ts';

const ownedLocation = z.strictObject({
  /** Email address of a demo account. */
  owner: z.string(),
  title: z.string(),
  daysAgo: z.number().int(),
  contact: contactForm.optional(),
  /** The caption of the primary image, changed after publishing. */
  caption: z.string().optional(),
  /** The unsaved draft. */
  typed: typedFields.optional(),
  submitted: z.boolean().default(false),
});
type OwnedLocation = z.infer<typeof ownedLocation>;

/** Assigns demo locations to the demo owner, one for each location status. Sends no emails. */
export async function assignDemoOwners(trx: Trx, jobs: JobSender, at: Date): Promise<void> {
  const locations = await readDemoJson('owners/owners.json', z.array(ownedLocation));
  for (const location of locations) await assignOwner(trx, jobs, location, at);
}

async function assignOwner(trx: Trx, jobs: JobSender, owned: OwnedLocation, now: Date): Promise<void> {
  const context = await getDemoContext(trx, owned, now);
  const { id, version, status } = await trx
    .selectFrom('locations')
    .select(['id', 'version', 'status'])
    .where('title', '=', owned.title)
    .executeTakeFirstOrThrow(() => new Error(`demo/owners: no location has the title ${owned.title}`));
  await setOwner(trx, { id, ownerId: context.actor.id });
  await recordRevision(trx, id, { action: 'OWNER_CHANGED', origin: 'COMMAND_LINE', authorId: null, at: context.at });
  if (owned.contact) await addContact(context, { id, ...owned.contact });
  if (owned.caption !== undefined) {
    const image = await trx
      .selectFrom('images')
      .select(['id as imageId', 'version'])
      .where('location_id', '=', id)
      .where('is_primary', '=', true)
      .executeTakeFirstOrThrow();
    const change = { caption: owned.caption, version: image.version };
    await changeImage({ ...context, jobs }, { id, imageId: image.imageId, ...change });
  }
  if (owned.typed) await saveDraft(context, { id, version, draftVersion: 0, fields: owned.typed });
  if (owned.submitted) await sendForApproval(context, { id, status });
}
