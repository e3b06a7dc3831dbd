import { z } from 'zod';
import { ADDING_RATE, route } from '../../platform/http/contract.ts';
import { expectedVersion, expectedVersionInQuery } from '../../platform/http/expected-version.ts';
import { mailedLink } from '../../platform/http/field-schemas.ts';
import { newUpload } from '../media/schema.ts';
import {
  answerForm,
  audience as audienceSchema,
  callOut,
  callOutFields,
  callOutRequest,
  placeForm,
  wantedLocation,
} from './schema.ts';

const ofProduction = z.object({ id: z.uuid() });
const ofCallOut = ofProduction.extend({ callOutId: z.uuid(), version: expectedVersion });
const ofAnswer = ofProduction.extend({ callOutId: z.uuid(), answerId: z.uuid() });
const changed = z.object({ message: z.string(), callOuts: z.array(callOut) });
const changing = { access: 'production.edit', output: changed, limit: ADDING_RATE } as const;

export const callOuts = route('GET', '/productions/{id}/call-outs', {
  summary: 'Lists the call-outs of a production with their answers, the latest first',
  access: 'production.view',
  input: ofProduction,
  output: z.array(callOut),
});

export const addCallOut = route('POST', '/productions/{id}/call-outs', {
  summary: 'Adds a call-out, which is not sent yet. Fails if it has the title of a production under embargo',
  input: callOutFields.extend(ofProduction.shape),
  ...changing,
});

export const updateCallOut = route('PUT', '/productions/{id}/call-outs/{callOutId}', {
  summary:
    'Changes a call-out that was not sent. If a film office changes the brief, it is not to be public any more. Returns 409 if the version is outdated',
  input: callOutFields.extend(ofCallOut.shape),
  ...changing,
});

export const deleteCallOut = route('DELETE', '/productions/{id}/call-outs/{callOutId}', {
  summary: 'Deletes a call-out that was not sent',
  input: ofCallOut.extend({ version: expectedVersionInQuery }),
  ...changing,
});

export const audience = route('GET', '/productions/{id}/call-outs/{callOutId}/audience', {
  summary:
    'Returns how many locations and owners a call-out reaches now, how many are left out and why, and which film offices',
  access: 'production.edit',
  input: ofCallOut.omit({ version: true }),
  output: audienceSchema,
  limit: { calls: 60, seconds: 60 },
});

export const sendCallOut = route('POST', '/productions/{id}/call-outs/{callOutId}/send', {
  summary:
    'Emails a call-out to the next owners and film offices who were not sent it yet. Call it again while some are left',
  input: ofCallOut,
  ...changing,
  output: changed.extend({
    /** Recipients who were emailed. */
    sent: z.number(),
    /** Recipients of a further call. */
    left: z.number(),
  }),
});

export const closeCallOut = route('POST', '/productions/{id}/call-outs/{callOutId}/close', {
  summary: 'Closes a call-out: its links end',
  input: ofCallOut,
  ...changing,
});

export const showCallOut = route('PUT', '/productions/{id}/call-outs/{callOutId}/wanted', {
  summary: 'Shows an open call-out on the public page of wanted locations, or takes it off',
  ...changing,
  access: 'board.private',
  input: ofCallOut.extend({ is_wanted: callOut.shape.is_wanted }),
});

export const offerAnswer = route('POST', '/productions/{id}/call-outs/{callOutId}/answers/{answerId}/offer', {
  summary: 'Puts the location of an answer on the board that answers the production, and offers it',
  ...changing,
  access: 'board.private',
  input: ofAnswer,
});

export const makeLocation = route('POST', '/productions/{id}/call-outs/{callOutId}/answers/{answerId}/location', {
  summary: 'Makes a place that an owner has suggested a location of theirs, which is a draft',
  ...changing,
  access: 'location.change-owner',
  input: ofAnswer,
});

const answering = {
  access: 'public',
  output: z.object({ message: z.string(), request: callOutRequest }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  limit: { calls: 60, seconds: 600 },
} as const;

export const callOutByLink = route('POST', '/call-out', {
  summary: 'Returns what the emailed link of a call-out leads to: the brief, and the places of its recipient',
  access: 'public',
  input: mailedLink,
  output: callOutRequest,
  errors: ['NOT_FOUND'],
});

export const answerCallOut = route('POST', '/call-out/answer', {
  summary: 'Says yes or no for a place, by the emailed link of a call-out. It can be changed until the last day',
  input: answerForm.extend({ ...mailedLink.shape, answerId: z.uuid() }),
  ...answering,
});

export const suggestPlace = route('POST', '/call-out/places', {
  summary: 'Suggests a place that is not in the catalogue, by the emailed link of a call-out',
  input: placeForm.extend(mailedLink.shape),
  ...answering,
});

export const beginPhotograph = route('POST', '/call-out/photographs', {
  summary:
    'Begins to send a photograph of a place by the emailed link of a call-out. Its bytes follow in a further call',
  access: 'public',
  input: newUpload.extend({ ...mailedLink.shape, answerId: z.uuid() }),
  output: z.object({ id: z.uuid() }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  limit: { calls: 30, seconds: 600 },
});

export const sendPhotograph = route('POST', '/call-out-photographs/{photographId}', {
  summary:
    'Receives the bytes of a photograph that was begun by the link of a call-out: JPEG, PNG or WebP. The office sees it once it is checked',
  access: 'public',
  body: 'bytes',
  input: z.object({ photographId: z.uuid() }),
  output: z.object({ id: z.uuid() }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  limit: { calls: 30, seconds: 600 },
});

export const deletePhotograph = route('POST', '/call-out/photographs/delete', {
  summary: 'Deletes a photograph that was sent by the emailed link of a call-out',
  input: mailedLink.extend({ photographId: z.uuid() }),
  ...answering,
});

export const stopMails = route('POST', '/call-out/stop', {
  summary:
    'Ends the emails about call-outs to the account that an emailed link was sent to, also after the call-out is closed',
  access: 'public',
  input: mailedLink,
  output: z.object({ message: z.string() }),
  errors: ['NOT_FOUND'],
  limit: { calls: 20, seconds: 600 },
});

export const wanted = route('GET', '/wanted', {
  summary: 'Lists what productions look for at the moment, as far as the team makes it public, the latest first',
  access: 'public',
  output: z.array(wantedLocation),
});
