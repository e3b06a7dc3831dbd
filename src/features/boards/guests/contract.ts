import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { pageParams, pageSchema } from '../../../platform/http/paging.ts';
import { solution } from '../../proof-of-work/contract.ts';
import { ENTER_LINK_PASSWORD } from './messages.ts';
import {
  answer,
  answeredLocation,
  guestBoard,
  guestComment,
  guestLink,
  guestLinkSettings,
  guestName,
  savedAnswer,
  tally,
} from './schema.ts';

const boardId = z.object({ id: z.uuid() });
const linkId = boardId.extend({ linkId: z.uuid() });
const secret = z.object({ secret: z.string().max(100) });

export const guestLinks = route('GET', '/boards/{id}/guest-links', {
  summary: 'Lists the guest links of a board, oldest first, with the guests who have given a name',
  access: 'board.link',
  input: boardId,
  output: z.array(guestLink),
});

export const createGuestLink = route('POST', '/boards/{id}/guest-links', {
  summary: 'Creates a guest link of a board, with settings of its own, and returns all',
  access: 'board.link',
  input: boardId.extend(guestLinkSettings.shape),
  output: z.array(guestLink),
  limit: ADDING_RATE,
});

export const updateGuestLink = route('PUT', '/boards/{id}/guest-links/{linkId}', {
  summary: 'Changes the settings of a guest link. A new password has to be entered by all its guests',
  access: 'board.link',
  input: linkId.extend(guestLinkSettings.shape),
  output: z.array(guestLink),
});

export const deleteGuestLink = route('DELETE', '/boards/{id}/guest-links/{linkId}', {
  summary: 'Deletes a guest link, with its guests and their answers',
  access: 'board.link',
  input: linkId,
});

export const removeGuest = route('DELETE', '/boards/{id}/guests/{guestId}', {
  summary: 'Removes a guest of a board with their answers',
  access: 'board.link',
  input: boardId.extend({ guestId: z.uuid() }),
});

export const tallies = route('GET', '/boards/{id}/answers/tallies', {
  summary: 'Counts the answers of guests about each location of a board that has some',
  access: 'board.link',
  input: boardId,
  output: z.array(tally),
});

export const boardAnswers = route('GET', '/boards/{id}/answers', {
  summary: 'Lists the locations of a board with the answers of guests, those about which they disagree first',
  access: 'board.link',
  input: pageParams.extend(boardId.shape).extend({ /** Answers by one link only. */ linkId: z.uuid().optional() }),
  output: pageSchema(answeredLocation),
});

export const boardForGuest = route('GET', '/guest-boards/{secret}', {
  summary: 'Returns a board by a guest link',
  access: 'public',
  isForPeople: true,
  input: pageParams.extend(secret.shape),
  output: z.object({ /** Null before the password is entered in this browser. */ board: guestBoard.nullable() }),
});

export const enterPassword = route('POST', '/guest-boards/{secret}/password', {
  summary: 'Enters the password of a guest link: its browser can open the board from now on, by a cookie',
  access: 'public',
  isForPeople: true,
  input: secret.extend({ password: z.string().min(1, ENTER_LINK_PASSWORD).max(128) }),
  output: z.object({}),
  errors: ['TOO_MANY_REQUESTS'],
  limit: { calls: 60, seconds: 600 },
});

export const nameGuest = route('POST', '/guest-boards/{secret}/guests', {
  summary: 'Tells the owner of a board who its guest is in this browser, or changes their name and role',
  access: 'public',
  isForPeople: true,
  input: secret.extend({ ...guestName.shape, verification: solution }),
  output: z.object({}),
  errors: ['CONFLICT'],
  limit: { calls: 60, seconds: 600 },
});

export const saveAnswer = route('PUT', '/guest-boards/{secret}/answers', {
  summary: 'Saves what the guest says about a location of a board, or about one of its photographs',
  access: 'public',
  isForPeople: true,
  input: secret.extend({
    locationId: z.uuid(),
    imageId: z.uuid().optional(),
    /** Null withdraws it. */
    answer: answer.nullable().optional(),
    /** About the location only. Empty for none. */
    comment: guestComment.optional(),
  }),
  output: savedAnswer,
  errors: ['CONFLICT'],
  limit: ADDING_RATE,
});
