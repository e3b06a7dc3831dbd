import { z } from 'zod';
import { telephone } from '../../../geography/region-rules.ts';
import { otherFirstName, otherLastName, email, optional } from '../../../../platform/http/field-schemas.ts';
import { ENTER_TELEPHONE_OR_EMAIL } from '../../messages.ts';

export const MAX_CONTACTS = 20;

export const contact = z.object({
  id: z.string(),
  version: z.number(),
  firstname: z.string(),
  lastname: z.string(),
  telephone: z.string().nullable(),
  email: z.string().nullable(),
  /** The contact to ask first. The first contact of a location is primary. */
  primary: z.boolean(),
});
export type Contact = z.infer<typeof contact>;

export const contactForm = z
  .object({
    firstname: otherFirstName,
    lastname: otherLastName,
    telephone: optional(telephone),
    email: optional(email),
    primary: z.boolean().default(false),
  })
  .refine(({ telephone: number, email: address }) => Boolean(number || address), {
    path: ['telephone'],
    message: ENTER_TELEPHONE_OR_EMAIL,
    when: () => true,
  });

/** The contacts of a location after one was added, as the server stores them: there is one primary contact, which is the first. */
export function addToContacts(contacts: readonly Contact[], added: Contact): Contact[] {
  if (!added.primary) return [...contacts, added];
  return [
    added,
    ...contacts.map((other) => (other.primary ? { ...other, primary: false, version: other.version + 1 } : other)),
  ];
}
