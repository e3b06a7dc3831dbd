import { z } from 'zod';
import { ADDING_RATE, route } from '../../../../platform/http/contract.ts';
import { CSV } from '../../../../platform/http/csv-download.ts';
import { facetField, listedOption, officeArea, optionName } from './schema.ts';

/** Maps an invalid id to 0, which no option has. */
const optionParams = z.object({ id: z.coerce.number().int().min(0).max(2_147_483_647).catch(0) });
/** Every option, by field and in the order of its list. */
const lists = z.array(listedOption);

export const optionLists = route('GET', '/options', {
  summary: 'Lists the options of the seven option fields, in their order',
  access: 'option.edit',
  output: lists,
});

export const exportOptions = route('GET', '/options/export', {
  summary: 'Exports the options of one field, or of all seven, in their order as CSV',
  access: 'option.edit',
  input: z.object({ field: facetField.optional() }),
  ...CSV,
});

export const addOption = route('POST', '/options', {
  summary: 'Adds an option at the end of its list',
  access: 'option.edit',
  input: z.object({ field: facetField, name: optionName }),
  output: lists,
  limit: ADDING_RATE,
});

export const orderOptions = route('PUT', '/options', {
  summary: 'Sets the order of the options of a list. Returns 409 if the list has changed',
  access: 'option.edit',
  input: z.object({ field: facetField, ids: z.array(z.number().int()).max(1_000) }),
  output: lists,
});

export const optionUse = route('GET', '/options/{id}/use', {
  summary:
    'Counts the locations that have an option, in their working copy or published version, and the accounts of a film office',
  access: 'option.edit',
  input: optionParams,
  output: z.object({ locations: z.number(), accounts: z.number() }),
});

export const renameOption = route('PUT', '/options/{id}', {
  summary: 'Renames an option. Returns 409 if its current name is not `was`',
  access: 'option.edit',
  input: optionParams.extend({ was: z.string().optional(), name: optionName }),
  output: lists,
});

export const deleteOption = route('DELETE', '/options/{id}', {
  summary: 'Deletes an option that no location has',
  access: 'option.edit',
  input: optionParams,
  output: lists,
});

/** Local authorities, by the id of their options. */
const authorityIds = z.array(z.number().int()).max(1_000);

export const officeAreas = route('GET', '/film-office-areas', {
  summary: 'Lists the local authorities of all film offices',
  access: 'option.edit',
  output: z.array(officeArea),
});

export const setOfficeAreas = route('PUT', '/options/{id}/areas', {
  summary:
    'Sets the local authorities of a film office: locations in them that name no film office belong to its area. Areas of another office move to this one. Returns 409 if its areas are not `was`',
  access: 'option.edit',
  input: optionParams.extend({ was: authorityIds.optional(), authorities: authorityIds }),
  output: z.array(officeArea),
  limit: ADDING_RATE,
});
