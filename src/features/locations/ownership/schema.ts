import { z } from 'zod';

/** Page size of the search for owners. */
export const CANDIDATES_PER_PAGE = 15;

/** The owner of a location, or one of its contacts. */
export const accountHolder = z.object({
  /** The id of an OWNER is that of the account, of a CONTACT that of the contact. */
  user: z.object({ id: z.string(), first_name: z.string(), last_name: z.string() }),
  user_role: z.enum(['OWNER', 'CONTACT']),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  /** Whether it is the primary contact. */
  primary: z.boolean(),
});
export type AccountHolder = z.infer<typeof accountHolder>;

/** An owner that a location can be assigned to. */
export const candidate = z.object({ id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() });
export type Candidate = z.infer<typeof candidate>;

/** The fields of a location with the name and contact details of its owner. */
export const OWNER_FIELDS = ['ownername', 'telephone1', 'telephone2', 'email'] as const;
/** How they change with the owner. */
export const OWNER_FIELDS_ACTIONS = ['keep', 'replace', 'clear'] as const;
export type OwnerFieldsAction = (typeof OWNER_FIELDS_ACTIONS)[number];
