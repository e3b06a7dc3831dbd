import { z } from 'zod';
import { ADDING_RATE, route } from '../../platform/http/contract.ts';
import { expectedVersion, expectedVersionInQuery } from '../../platform/http/expected-version.ts';
import { listViews, viewContent, viewName } from './schema.ts';

const listName = z.object({ list: z.string().max(40) });
const viewId = z.object({ id: z.uuid() });
const changed = z.object({ message: z.string(), saved: listViews });

export const viewsOfList = route('GET', '/lists/{list}/views', {
  summary: 'Lists the views of a list that the caller can open: their own and those of the team',
  access: 'list-view.own',
  input: listName,
  output: listViews,
});

export const addView = route('POST', '/lists/{list}/views', {
  summary: 'Saves a view of a list, for the caller or the team. Returns 403 for the team without the permission',
  access: 'list-view.own',
  input: listName.extend({ name: viewName, isTeam: z.boolean(), content: viewContent }),
  output: changed.extend({ id: z.uuid() }),
  limit: ADDING_RATE,
});

export const updateView = route('PUT', '/list-views/{id}', {
  summary:
    'Changes the name or the content of a view, or shares an own view with the team. Returns 409 if the version is outdated',
  access: 'list-view.own',
  input: viewId.extend({
    version: expectedVersion,
    name: viewName.optional(),
    isTeam: z.literal(true).optional(),
    content: viewContent.optional(),
  }),
  output: changed,
  limit: ADDING_RATE,
});

export const deleteView = route('DELETE', '/list-views/{id}', {
  summary: 'Deletes a view. Returns 409 if the version is outdated',
  access: 'list-view.own',
  input: viewId.extend({ version: expectedVersionInQuery }),
  output: changed,
});

export const setDefaultView = route('PUT', '/lists/{list}/default-view', {
  summary: 'Sets the view that a list opens with for the caller; null for none',
  access: 'list-view.own',
  input: listName.extend({ viewId: z.uuid().nullable() }),
  output: changed,
  limit: ADDING_RATE,
});
