import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { setOwner } from '../../features/locations/working-copy/commands.server.ts';
import { getPermissions } from '../../features/accounts/permissions.ts';
import { addContact } from '../../features/locations/contacts/commands.server.ts';
import { contactForm } from '../../features/locations/contacts/schema.ts';
import { changeImage } from '../../features/locations/images/commands.server.ts';
import { saveDraft } from '../../features/locations/submission/drafts/commands.server.ts';
import { typedFields } from '../../features/locations/working-copy/schema.ts';
import { sendForApproval } from '../../features/locations/submission/submitting/commands.server.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import type { JobSender } from '../../platform/jobs.ts';

const FILE = new URL('../../../demo/owners/owners.json', import.meta.url);

const ownedLocation = z.strictObject({
  /** E-mail address of a sign-in of the demo. */
  owner: z.string(),
  title: z.string(),
  daysAgo: z.number().int(),
  contact: contactForm.optional(),
  /** What its owner has written under the primary image since it was published. */
  caption: z.string().optional(),
  /** What its owner was writing when they left. */
  typed: typedFields.optional(),
  submitted: z.boolean().default(false),
});
type OwnedLocation = z.infer<typeof ownedLocation>;

const DAY_MS = 86_400_000;

/** Gives locations of the demo to its owner, one in each state. Nobody gets a mail. */
export async function addOwners(trx: Trx, jobs: JobSender, at: Date): Promise<void> {
  const locations = z.array(ownedLocation).parse(JSON.parse(await readFile(FILE, 'utf8')));
  for (const location of locations) {
    await addOwnedLocation(trx, jobs, location, new Date(at.getTime() - location.daysAgo * DAY_MS));
  }
}

async function addOwnedLocation(trx: Trx, jobs: JobSender, owned: OwnedLocation, at: Date): Promise<void> {
  const owner = await trx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('email', '=', owned.owner)
    .executeTakeFirstOrThrow();
  const { id, version, status } = await trx
    .selectFrom('locations')
    .select(['id', 'version', 'status'])
    .where('title', '=', owned.title)
    .executeTakeFirstOrThrow(() => new Error(`demo/owners: no location is called ${owned.title}`));
  const act = { actor: { id: owner.id, permissions: getPermissions(owner.role), verified: true }, at };
  await setOwner(trx, { id, ownerId: owner.id });
  if (owned.contact) await addContact(trx, act, id, owned.contact);
  if (owned.caption !== undefined) {
    const image = await trx
      .selectFrom('images')
      .select(['id as imageId', 'version'])
      .where('location_id', '=', id)
      .where('is_primary', '=', true)
      .executeTakeFirstOrThrow();
    await changeImage(
      trx,
      jobs,
      act,
      { id, imageId: image.imageId },
      { caption: owned.caption, version: image.version },
    );
  }
  if (owned.typed) await saveDraft(trx, act, { id, version, draftVersion: 0, fields: owned.typed });
  if (owned.submitted) await sendForApproval(trx, act, { id, status });
}
