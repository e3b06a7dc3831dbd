import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { pageParams } from '../../../platform/http/paging.ts';
import { boardTag } from '../tags/schema.ts';
import { boardInvitation, sharedBoard } from './schema.ts';

const shareId = z.object({ id: z.uuid() });
const token = z.string().max(100);

export const boardForReader = route('GET', '/shared-boards/{id}', {
  summary:
    'Returns a board by the id of a share, in a browser whose cookie says that it has confirmed the email address',
  access: 'public',
  isForPeople: true,
  input: pageParams.extend({ ...shareId.shape, /** Only locations with this tag. */ tag: boardTag.optional() }),
  output: z.object({ /** Null in other browsers. */ board: sharedBoard.nullable() }),
});

export const invitationToBoard = route('POST', '/shared-boards/{id}/invitation', {
  summary: 'Says who shared which board, for the link of an email that was not used yet',
  access: 'public',
  isReadOnly: true,
  isForPeople: true,
  input: shareId.extend({ token }),
  output: z.object({ /** Null for a link that does not work. */ invitation: boardInvitation.nullable() }),
});

export const confirmReader = route('POST', '/shared-boards/{id}/readers', {
  summary: 'Uses the link of an email: its browser can read the board from now on, by a cookie',
  access: 'public',
  isForPeople: true,
  input: shareId.extend({ token }),
  output: z.object({}),
  errors: ['NOT_FOUND'],
  limit: { calls: 60, seconds: 600 },
});

export const sendInvitation = route('POST', '/shared-boards/{id}/invitations', {
  summary: 'Sends a new link to the email address that a board is shared with; the previous one stops working',
  access: 'public',
  isForPeople: true,
  input: shareId,
  output: z.object({ message: z.string() }),
  limit: { calls: 20, seconds: 600 },
});
