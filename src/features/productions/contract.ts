import { z } from 'zod';
import { ADDING_RATE, route } from '../../platform/http/contract.ts';
import { CSV } from '../../platform/http/csv-download.ts';
import { expectedVersion, expectedVersionInQuery } from '../../platform/http/expected-version.ts';
import { date, singleLine } from '../../platform/http/field-schemas.ts';
import { pageSchema, tableParams } from '../../platform/http/paging.ts';
import { PRODUCTION_KIND_NAMES, clearable } from '../enquiries/schema.ts';
import { ENTER_ROLE } from './messages.ts';
import {
  LOCATION_STATE_NAMES,
  MAX_CONTACTS,
  PRODUCTION_COLUMNS,
  STAGE_NAMES,
  bulkChange,
  bulkResult,
  noteForm,
  production,
  productionFields,
  productionRow,
  productionVersions,
} from './schema.ts';

const oneOrMore = <const Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.union([z.enum(names), z.array(z.enum(names)).max(names.length)]).optional();

const listParams = tableParams(PRODUCTION_COLUMNS).extend({
  /** Beginnings of words in the reference, the title, the code name and the name of the company. */
  query: singleLine.max(100).default(''),
  stage: oneOrMore(STAGE_NAMES),
  kind: oneOrMore(PRODUCTION_KIND_NAMES),
  /** Who has it, or `nobody`. */
  assignee: z.union([z.literal('nobody'), z.uuid()]).optional(),
  /** Those of this company, with this person, with this location, or answered by this board. */
  company: z.uuid().optional(),
  person: z.uuid().optional(),
  location: z.uuid().optional(),
  board: z.uuid().optional(),
  /** Whether the day of the next step has passed. */
  overdue: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  /** Productions that shoot on any of these days, inclusive. */
  from: date.optional(),
  to: date.optional(),
});

export const productions = route('GET', '/productions', {
  summary: 'Lists productions, the latest changes first by default',
  access: 'production.view',
  input: listParams,
  output: pageSchema(productionRow),
});

export const exportProductions = route('GET', '/productions/export', {
  summary: 'Exports the matching productions in the same order as CSV',
  access: 'production.view',
  input: listParams.omit({ page: true }),
  ...CSV,
});

const productionId = z.object({ id: z.uuid() });
const changed = z.object({ message: z.string(), production });

export const productionById = route('GET', '/productions/{id}', {
  summary: 'Returns a production with its contacts, enquiries and locations',
  access: 'production.view',
  input: productionId,
  output: production,
});

export const addProduction = route('POST', '/productions', {
  summary: 'Adds a production; with an enquiry it begins with what that says',
  access: 'production.edit',
  input: productionFields.pick({ title: true }).extend({ enquiryId: z.uuid().optional() }),
  output: changed,
  created: '/productions/{production.id}',
  errors: ['NOT_FOUND'],
  limit: ADDING_RATE,
});

export const updateProduction = route('PUT', '/productions/{id}', {
  summary: 'Changes details of a production. Returns 409 if the version is outdated',
  access: 'production.edit',
  input: productionFields.partial().extend({ ...productionId.shape, version: expectedVersion }),
  output: changed,
  limit: ADDING_RATE,
});

export const changeProductions = route('POST', '/productions/changes', {
  summary:
    'Changes details of several productions, each on its own: those that were changed since, or that do not agree with it, are left out with the reason',
  access: 'production.edit',
  input: z.object({ productions: productionVersions, change: bulkChange }),
  output: z.object({ results: z.array(bulkResult) }),
  limit: { calls: 30, seconds: 60 },
});

export const duplicateProduction = route('POST', '/productions/{id}/duplicate', {
  summary:
    'Adds a production that goes on with this one, such as the next series, with its company, contacts and needs',
  access: 'production.edit',
  input: productionId,
  output: changed,
  created: '/productions/{production.id}',
  limit: ADDING_RATE,
});

export const deleteProduction = route('DELETE', '/productions/{id}', {
  summary: 'Deletes a production with its timeline; its enquiries stay. Returns 409 if the version is outdated',
  access: 'production.delete',
  input: productionId.extend({ version: expectedVersionInQuery }),
  output: z.object({ message: z.string() }),
});

export const setProductionContacts = route('PUT', '/productions/{id}/contacts', {
  summary: 'Sets the people of a production, in this order. Returns 409 if the version is outdated',
  access: 'production.edit',
  input: productionId.extend({
    version: expectedVersion,
    contacts: z.array(z.object({ person_id: z.uuid(), role: singleLine.min(1, ENTER_ROLE).max(80) })).max(MAX_CONTACTS),
  }),
  output: changed,
  limit: ADDING_RATE,
});

export const setProductionLocation = route('PUT', '/productions/{id}/locations/{locationId}', {
  summary:
    'Records how far a production has come with a location, and the days of filming there; what is not given stays. Adds it as offered by default',
  access: 'production.edit',
  input: productionId.extend({
    locationId: z.uuid(),
    state: z.enum(LOCATION_STATE_NAMES).optional(),
    used_from: clearable(date).optional(),
    used_to: clearable(date).optional(),
  }),
  output: changed,
  limit: ADDING_RATE,
});

export const removeProductionLocation = route('DELETE', '/productions/{id}/locations/{locationId}', {
  summary: 'Removes a location from a production',
  access: 'production.edit',
  input: productionId.extend({ locationId: z.uuid() }),
  output: changed,
});

export const addProductionNote = route('POST', '/productions/{id}/notes', {
  summary: 'Adds a note to the timeline of a production',
  access: 'production.edit',
  input: noteForm.extend(productionId.shape),
  output: changed,
  limit: ADDING_RATE,
});

const enquiryOfProduction = z.object({ id: z.uuid(), enquiryId: z.uuid() });

export const addProductionEnquiry = route('PUT', '/productions/{id}/enquiries/{enquiryId}', {
  summary: 'Adds an enquiry to a production',
  access: 'production.edit',
  input: enquiryOfProduction,
  output: changed,
  limit: ADDING_RATE,
});

export const removeProductionEnquiry = route('DELETE', '/productions/{id}/enquiries/{enquiryId}', {
  summary: 'Removes an enquiry from a production',
  access: 'production.edit',
  input: enquiryOfProduction,
  output: changed,
});

const reference = productionRow.pick({ id: true, reference: true, title: true, stage: true, company: true });

export const productionOfEnquiry = route('GET', '/enquiries/{id}/production', {
  summary: 'Returns the production of an enquiry or, without one, productions that it may belong to',
  access: 'production.view',
  input: z.object({ id: z.uuid() }),
  output: z.object({ production: reference.nullable(), suggestions: z.array(reference) }),
});
