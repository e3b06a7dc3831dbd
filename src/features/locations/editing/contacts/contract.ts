import { z } from 'zod';
import { ADDING_RATE, route } from '../../../../platform/http/contract.ts';
import { expectedVersion } from '../../../../platform/http/expected-version.ts';
import { contact, contactForm } from './schema.ts';

const locationParams = { id: z.uuid() };
const contactParams = { ...locationParams, contactId: z.uuid() };
/** All contacts of the location afterwards, the primary one first, then in the order of creation. */
const output = z.array(contact);

export const contactById = route('GET', '/locations/{id}/contacts/{contactId}', {
  summary: 'Returns a contact of a location',
  access: 'location.view',
  input: z.object(contactParams),
  output: contact,
});

export const addContact = route('POST', '/locations/{id}/contacts', {
  summary: 'Adds a contact to a location; the first one is the primary contact',
  access: 'location.edit',
  input: contactForm.safeExtend(locationParams),
  output: contact,
  created: '/locations/{input.id}/contacts/{id}',
  limit: ADDING_RATE,
});

export const changeContact = route('PUT', '/locations/{id}/contacts/{contactId}', {
  summary: 'Updates a contact of a location. Returns 409 if the version is outdated',
  access: 'location.edit',
  input: contactForm.safeExtend({ ...contactParams, version: expectedVersion }),
  output,
});

export const deleteContact = route('DELETE', '/locations/{id}/contacts/{contactId}', {
  summary: 'Deletes a contact of a location. If it was the primary contact, the oldest other one is now',
  access: 'location.edit',
  input: z.object(contactParams),
  output,
});
