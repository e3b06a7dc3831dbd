import { z } from 'zod';
import { ADDING_RATE, route } from '../../platform/http/contract.ts';
import { expectedVersion } from '../../platform/http/expected-version.ts';
import { mailedLink } from '../../platform/http/field-schemas.ts';
import {
  MAX_PARTY,
  answer,
  answerForm,
  contactForm,
  itinerary,
  slotFields,
  stopContact,
  viewing,
  viewingFields,
  viewingRequest,
} from './schema.ts';

const ofProduction = z.object({ id: z.uuid() });
const ofViewing = ofProduction.extend({ viewingId: z.uuid(), version: expectedVersion });
const ofStop = ofViewing.extend({ stopId: z.uuid() });
const party = z.array(z.uuid()).max(MAX_PARTY);
const changed = z.object({ message: z.string(), viewings: z.array(viewing) });
const changing = { access: 'production.edit', output: changed, limit: ADDING_RATE } as const;

export const viewings = route('GET', '/productions/{id}/viewings', {
  summary: 'Lists the viewings of a production with their stops, the latest day first',
  access: 'production.view',
  input: ofProduction,
  output: z.array(viewing),
});

export const addViewing = route('POST', '/productions/{id}/viewings', {
  summary: 'Adds a day on which contacts of the production visit locations',
  input: viewingFields.extend({ ...ofProduction.shape, party }),
  ...changing,
});

export const updateViewing = route('PUT', '/productions/{id}/viewings/{viewingId}', {
  summary: 'Changes a viewing. Another day asks its owners again. Returns 409 if the version is outdated',
  input: viewingFields.extend({ ...ofViewing.shape, party }),
  ...changing,
});

export const addStop = route('POST', '/productions/{id}/viewings/{viewingId}/stops', {
  summary: 'Adds a location of the production to a viewing; its owner is not asked yet',
  input: slotFields.extend({ ...ofViewing.shape, locationId: z.uuid() }),
  ...changing,
});

export const updateStop = route('PUT', '/productions/{id}/viewings/{viewingId}/stops/{stopId}', {
  summary: 'Changes the time of a stop, and asks its owner again if they were asked',
  input: slotFields.extend(ofStop.shape),
  ...changing,
});

export const stopContacts = route('GET', '/productions/{id}/viewings/{viewingId}/stops/{stopId}/contacts', {
  summary:
    'Lists who can be asked about a stop: contacts of its location, and the account of its owner. The first is asked, unless the one that was chosen is gone',
  access: 'production.edit',
  input: ofStop.omit({ version: true }),
  output: z.array(stopContact),
});

export const chooseStopContact = route('PUT', '/productions/{id}/viewings/{viewingId}/stops/{stopId}/contact', {
  summary: 'Chooses who is asked about a stop. Returns 409 if somebody was asked',
  input: contactForm.extend(ofStop.shape),
  ...changing,
});

export const recordAnswer = route('POST', '/productions/{id}/viewings/{viewingId}/stops/{stopId}/answer', {
  summary: 'Records the answer that an owner has given to the office. Returns 409 if the chosen contact is gone',
  input: ofStop.extend({ answer }),
  ...changing,
});

export const cancelStop = route('POST', '/productions/{id}/viewings/{viewingId}/stops/{stopId}/cancel', {
  summary: 'Cancels a stop and tells its owner; a stop whose owner was not asked is removed',
  input: ofStop,
  ...changing,
});

export const askOwners = route('POST', '/productions/{id}/viewings/{viewingId}/ask', {
  summary:
    'Emails the owners who were not asked yet, with a link to answer without an account; nobody in place of a chosen contact who is gone',
  input: ofViewing,
  ...changing,
});

export const sendItinerary = route('POST', '/productions/{id}/viewings/{viewingId}/send', {
  summary: 'Emails the itinerary to the party, with a calendar file and a link to its page',
  input: ofViewing,
  ...changing,
});

export const cancelViewing = route('POST', '/productions/{id}/viewings/{viewingId}/cancel', {
  summary: 'Cancels a viewing, and tells the owners who were asked and the party',
  input: ofViewing,
  ...changing,
});

export const viewingRequestByLink = route('POST', '/viewing-request', {
  summary: 'Returns what the emailed link of an owner leads to: who wants to visit their location, and when',
  access: 'public',
  input: mailedLink,
  output: viewingRequest,
  errors: ['NOT_FOUND'],
});

export const answerViewingRequest = route('POST', '/viewing-request/answer', {
  summary: 'Confirms or declines a visit by the emailed link of an owner. Returns 409 if its time has changed',
  access: 'public',
  input: answerForm.extend({ ...mailedLink.shape, version: z.number().int() }),
  output: z.object({ message: z.string(), request: viewingRequest }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  limit: { calls: 20, seconds: 600 },
});

export const itineraryByLink = route('POST', '/viewing-itinerary', {
  summary:
    'Returns the itinerary that an emailed link leads to. Around its day it has exact positions and contacts, which the audit log records',
  access: 'public',
  input: mailedLink,
  output: itinerary,
  errors: ['NOT_FOUND'],
  limit: { calls: 60, seconds: 600 },
});
