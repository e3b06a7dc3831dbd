import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { CSV } from '../../../platform/http/csv-download.ts';
import { pageSchema, tableParams } from '../../../platform/http/paging.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { singleLine } from '../../../platform/field-schemas.ts';
import { role } from '../schema.ts';
import { USER_COLUMNS, USER_FORMS, belongings, invitationForm, userDetails, userRow } from './schema.ts';

const userId = z.object({ id: z.uuid() });
/** Words, each the beginning of one in the field. */
const searchWords = singleLine.max(100).default('');
const searchFields = z.object({
  /** In the names and the address. */
  query: searchWords,
  first_name: searchWords,
  last_name: searchWords,
  email: searchWords,
  /** Any of these. */
  role: z.union([role, z.array(role).max(role.options.length)]).optional(),
});
const usersParams = tableParams(USER_COLUMNS).extend(searchFields.shape);

export const users = route({
  method: 'GET',
  path: '/users',
  summary: 'The users, by last name unless asked otherwise',
  access: 'user.view',
  input: usersParams,
  output: pageSchema(userRow),
});

export const exportUsers = route({
  method: 'GET',
  path: '/users/export',
  summary: 'All users that the same question finds, in the same order, as CSV',
  access: 'user.view',
  input: usersParams.omit({ page: true }),
  ...CSV,
});

export const inviteColleague = route({
  method: 'POST',
  path: '/users',
  summary: 'Make an account of the Locations Team, whose owner is sent a link to choose a password',
  access: 'user.invite',
  input: invitationForm,
  output: z.object({ message: z.string(), id: z.uuid() }),
  limit: { calls: 20, seconds: 600 },
});

export const userById = route({
  method: 'GET',
  path: '/users/{id}',
  summary: 'A user with their contact details',
  access: 'user.view',
  input: userId,
  output: userDetails,
});

export const updateUser = route({
  method: 'PUT',
  path: '/users/{id}',
  summary:
    'Change a user; another version than the last is a conflict, another e-mail address counts once its link was followed',
  access: 'user.edit',
  // The role of the user may ask for more.
  input: USER_FORMS.ADMIN.extend({ ...userId.shape, version: expectedVersion }),
  output: z.object({ message: z.string(), user: userDetails }),
});

export const userBelongings = route({
  method: 'GET',
  path: '/users/{id}/belongings',
  summary: 'What goes with an account if it is deleted',
  access: 'user.delete',
  input: userId,
  output: belongings,
});
