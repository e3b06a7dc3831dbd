import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { pageSchema } from '../../../platform/http/paging.ts';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { OWNER_FIELDS_ACTIONS, accountHolder, candidate } from './schema.ts';

const locationParams = z.object({ id: z.uuid() });

export const locationOwners = route('GET', '/locations/{id}/owners', {
  summary: 'Lists the owner and the contacts of a location, the primary contact first',
  access: 'location.administer',
  input: locationParams,
  output: z.array(accountHolder),
});

export const ownerCandidates = route('GET', '/locations/{id}/owner-candidates', {
  summary: 'Lists the owners to whom a location can be assigned, by last name, without its present owner',
  access: 'location.change-owner',
  input: locationParams.extend({
    /** Words; each is a prefix of a word in the names or the email address. */
    query: singleLine.max(100).default(''),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  output: pageSchema(candidate),
});

export const changeOwner = route('PUT', '/locations/{id}/owner', {
  summary: 'Assigns a location to another owner. Returns 409 if its present owner is not `from`',
  access: 'location.change-owner',
  input: locationParams.extend({
    userId: z.uuid(),
    /** The expected current owner, null for none. Without it the owner is not checked. */
    from: z.uuid().nullable().optional(),
    /** How to update the owner's name, telephone numbers and email address in the location: `replace` takes those of the new owner's account. */
    ownerFields: z.enum(OWNER_FIELDS_ACTIONS).default('keep'),
  }),
  /** The new owner, by the name that the specification has and by a plainer one. */
  output: z.object({ message: z.string(), data: accountHolder, owner: accountHolder }),
  limit: ADDING_RATE,
});
