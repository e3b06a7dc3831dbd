import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { baseText, boardSection, outline, sectionNotes, sectionTitle } from '../schema.ts';

const boardId = z.object({ id: z.uuid() });
const sectionKey = boardId.extend({ sectionId: z.uuid() });
const output = z.array(boardSection);

export const boardOutline = route('GET', '/boards/{id}/sections', {
  summary: 'Lists the sections of a board, and all of its locations with the section that each is in',
  access: 'board.view',
  input: boardId,
  output: outline,
});

export const addSection = route('POST', '/boards/{id}/sections', {
  summary: 'Adds a section at the end of a board. Returns all sections',
  access: 'board.edit',
  input: boardId.extend({ title: sectionTitle, notes: sectionNotes.optional() }),
  output,
  limit: ADDING_RATE,
});

export const updateSection = route('PUT', '/boards/{id}/sections/{sectionId}', {
  summary:
    'Changes title or notes of a section, moves it before the one at a position, or locks in one of its locations; null for none. Returns all sections',
  access: 'board.edit',
  input: sectionKey.extend({
    title: sectionTitle.optional(),
    baseTitle: baseText.optional(),
    notes: sectionNotes.optional(),
    baseNotes: baseText.optional(),
    /** The section to insert before, instead of a position, while it is on the board. */
    beforeId: z.uuid().optional(),
    /** From 0. A position after the last one means the end. */
    position: z.number().int().min(0).max(1_000_000).optional(),
    lockedLocationId: z.uuid().nullable().optional(),
  }),
  output,
});

export const deleteSection = route('DELETE', '/boards/{id}/sections/{sectionId}', {
  summary: 'Deletes a section. Its locations stay on the board, without a section. Returns all other sections',
  access: 'board.edit',
  input: sectionKey,
  output,
});
