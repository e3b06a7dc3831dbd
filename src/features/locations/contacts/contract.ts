import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { contact, contactForm } from './schema.ts';

const ofLocation = { id: z.uuid() };
const ofContact = { ...ofLocation, contactId: z.uuid() };
/** All contacts of the location afterwards, the primary one first, then in the order in which they were added. */
const output = z.array(contact);

export const contactById = route('GET', '/locations/{id}/contacts/{contactId}', {
  summary: 'A contact of a location',
  access: 'location.view',
  input: z.object(ofContact),
  output: contact,
});

export const addContact = route('POST', '/locations/{id}/contacts', {
  summary: 'Add a contact to a location; the first one is the primary contact',
  access: 'location.edit',
  input: contactForm.safeExtend(ofLocation),
  output,
});

export const changeContact = route('PUT', '/locations/{id}/contacts/{contactId}', {
  summary: 'Change a contact of a location; another version than the last is a conflict',
  access: 'location.edit',
  input: contactForm.safeExtend({ ...ofContact, version: expectedVersion }),
  output,
});

export const deleteContact = route('DELETE', '/locations/{id}/contacts/{contactId}', {
  summary: 'Delete a contact of a location; if it was the primary one, the oldest other one becomes it',
  access: 'location.edit',
  input: z.object(ofContact),
  output,
});
