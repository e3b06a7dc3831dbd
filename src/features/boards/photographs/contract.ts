import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { newUpload } from '../../media/schema.ts';
import { reccePhotograph } from '../recce-photographs/schema.ts';

/** The texts of a photograph; empty for none. */
export const photographTexts = z.object({ caption: singleLine.max(300), alt: singleLine.max(300) });
const photographId = z.object({ id: z.uuid(), photographId: z.uuid() });

export const addPhotograph = route('POST', '/boards/{id}/locations/{locationId}/photographs', {
  summary:
    'Receives the bytes of a recce photograph of a location on a board, JPEG, PNG or WebP, for people who see the notes of the board. It is checked before it is shown',
  access: 'board.edit',
  body: 'bytes',
  input: z.object({ id: z.uuid(), locationId: z.uuid(), name: newUpload.shape.name }),
  output: reccePhotograph,
  limit: ADDING_RATE,
});

export const updatePhotograph = route('PUT', '/boards/{id}/photographs/{photographId}', {
  summary: 'Changes the caption or the alternative text of a recce photograph',
  access: 'board.edit',
  input: photographId.extend(photographTexts.shape),
  output: reccePhotograph,
});

export const deletePhotograph = route('DELETE', '/boards/{id}/photographs/{photographId}', {
  summary: 'Deletes a recce photograph for ever',
  access: 'board.edit',
  input: photographId,
});
