import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { CSV } from '../../../platform/http/csv-download.ts';
import { pageSchema, tableParams } from '../../../platform/http/paging.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { role } from '../schema.ts';
import {
  USER_COLUMNS,
  USER_FORMS,
  accountData,
  accountDeletion,
  filmOffice,
  invitationForm,
  userDetails,
  userRow,
} from './schema.ts';

const userId = z.object({ id: z.uuid() });
/** Words that are matched by prefix. */
const searchWords = singleLine.max(100).default('');
const searchFields = z.object({
  /** Searches names and email address. */
  query: searchWords,
  first_name: searchWords,
  last_name: searchWords,
  email: searchWords,
  /** Any of these roles. */
  role: z.union([role, z.array(role).max(role.options.length)]).optional(),
});
const usersParams = tableParams(USER_COLUMNS).extend(searchFields.shape);

export const users = route('GET', '/users', {
  summary: 'Lists users, by last name unless sorted otherwise',
  access: 'user.view',
  input: usersParams,
  output: pageSchema(userRow),
});

export const exportUsers = route('GET', '/users/export', {
  summary: 'Exports users with the same filters and order as CSV',
  access: 'user.view',
  input: usersParams.omit({ page: true }),
  ...CSV,
});

export const inviteColleague = route('POST', '/users', {
  summary: 'Creates an account for a colleague and emails a link to choose its password',
  access: 'user.invite',
  confirmIdentity: 'always',
  input: invitationForm,
  output: z.object({ message: z.string(), id: z.uuid() }),
  limit: { calls: 20, seconds: 600 },
  created: '/users/{id}',
  isForPeople: true,
});

export const filmOffices = route('GET', '/users/film-offices', {
  summary: 'Lists the film offices that accounts can belong to, in the order of their list',
  access: 'user.view',
  output: z.array(filmOffice),
});

export const userById = route('GET', '/users/{id}', {
  summary: 'Returns a user with contact details',
  access: 'user.view',
  input: userId,
  output: userDetails,
});

export const updateUser = route('PUT', '/users/{id}', {
  summary:
    'Updates a user. Returns 409 if the version is outdated. A new email address takes effect when it is verified',
  access: 'user.edit',
  // For a new email address or another film office.
  confirmIdentity: 'if-sensitive',
  // More fields are required depending on the user's role; only some roles have a film office.
  input: USER_FORMS.ADMIN.extend({ ...userId.shape, version: expectedVersion }),
  output: z.object({ message: z.string(), user: userDetails }),
  isForPeople: true,
  limit: ADDING_RATE,
});

export const openDeletions = route('GET', '/users/deletions', {
  summary: 'Lists deleted accounts whose data is still being deleted, with the progress',
  access: 'user.delete',
  output: z.array(accountDeletion),
});

export const endUserSessions = route('DELETE', '/users/{id}/sessions', {
  summary: 'Ends all sessions of a user',
  access: 'user.edit',
  confirmIdentity: 'always',
  isForPeople: true,
  input: userId,
  output: z.object({ message: z.string() }),
});

export const userDataSummary = route('GET', '/users/{id}/data-summary', {
  summary: 'Counts the data that is deleted with an account',
  access: 'user.delete',
  input: userId,
  output: accountData,
});

export const deleteUser = route('DELETE', '/users/{id}', {
  summary: 'Deletes an account and its data. The id and the names stay for the audit log',
  access: 'user.delete',
  confirmIdentity: 'always',
  input: userId,
  output: z.object({ message: z.string() }),
  isForPeople: true,
});
