import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersion, expectedVersionInQuery } from '../../../platform/http/expected-version.ts';
import { template, templateForm } from './schema.ts';

const templateId = z.object({ id: z.uuid() });
const changed = z.object({ message: z.string(), templates: z.array(template) });

export const enquiryTemplates = route('GET', '/enquiry-templates', {
  summary: 'Lists the templates of answers by name',
  access: 'enquiry.answer',
  output: z.array(template),
});

export const addTemplate = route('POST', '/enquiry-templates', {
  summary: 'Adds a template of answers',
  access: 'enquiry.edit-templates',
  input: templateForm,
  output: changed,
  limit: ADDING_RATE,
});

export const updateTemplate = route('PUT', '/enquiry-templates/{id}', {
  summary: 'Changes a template of answers. Returns 409 if the version is outdated',
  access: 'enquiry.edit-templates',
  input: templateForm.extend({ ...templateId.shape, version: expectedVersion }),
  output: changed,
});

export const deleteTemplate = route('DELETE', '/enquiry-templates/{id}', {
  summary: 'Deletes a template of answers. Returns 409 if the version is outdated',
  access: 'enquiry.edit-templates',
  input: templateId.extend({ version: expectedVersionInQuery }),
  output: changed,
});
