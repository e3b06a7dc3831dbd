import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersion, expectedVersionInQuery } from '../../../platform/http/expected-version.ts';
import { pageSchema, tableParams } from '../../../platform/http/paging.ts';
import {
  QUEUE_COLUMNS,
  REVIEWER_FILTERS,
  SUBMISSION_KINDS,
  approvalResult,
  approvals,
  locationReview,
  queuedLocation,
  reasonTemplate,
  reviewFigures,
  templateForm,
} from './schema.ts';

const locationParams = z.object({ id: z.uuid() });
const templateParams = z.object({ id: z.uuid() });
const templates = z.array(reasonTemplate);

export const reviewQueue = route('GET', '/admin/reviews', {
  summary: 'Lists the locations that await approval, the oldest submission first by default',
  access: 'location.review',
  input: tableParams(QUEUE_COLUMNS).extend({
    kind: z.enum(SUBMISSION_KINDS).optional(),
    reviewer: z.enum(REVIEWER_FILTERS).optional(),
  }),
  output: pageSchema(queuedLocation),
});

export const figures = route('GET', '/admin/reviews/figures', {
  summary: 'Returns how long the decisions of the last 30 days took from submission',
  access: 'location.review',
  output: reviewFigures,
});

export const reviewById = route('GET', '/admin/reviews/{id}', {
  summary: 'Returns who reviews a location, its images beside the published ones, and earlier decisions',
  access: 'location.review',
  input: locationParams,
  output: locationReview,
});

export const approveLocations = route('POST', '/admin/reviews/approvals', {
  summary:
    'Publishes locations that await approval, each on its own: those that were changed since, or are not complete, are left out with the reason',
  access: 'location.publish',
  input: approvals,
  output: z.object({ results: z.array(approvalResult) }),
  limit: { calls: 30, seconds: 60 },
});

export const claimReview = route('POST', '/locations/{id}/claim', {
  summary:
    'Shows colleagues that the caller reviews a location. Returns 409 if a colleague does, unless `take_over` is set',
  access: 'location.review',
  input: locationParams.extend({ take_over: z.boolean().default(false) }),
  limit: ADDING_RATE,
});

export const releaseReview = route('DELETE', '/locations/{id}/claim', {
  summary: 'Ends the review of a location by the caller, without a decision',
  access: 'location.review',
  input: locationParams,
});

export const reasonTemplates = route('GET', '/reason-templates', {
  summary: 'Lists the templates of reasons by title',
  access: 'location.review',
  output: templates,
});

export const addReasonTemplate = route('POST', '/reason-templates', {
  summary: 'Adds a template of a reason',
  access: 'reason-template.edit',
  input: templateForm,
  output: templates,
  limit: ADDING_RATE,
});

export const changeReasonTemplate = route('PUT', '/reason-templates/{id}', {
  summary: 'Changes a template of a reason. Returns 409 if the version is outdated',
  access: 'reason-template.edit',
  input: templateParams.extend(templateForm.shape).extend({ version: expectedVersion }),
  output: templates,
});

export const deleteReasonTemplate = route('DELETE', '/reason-templates/{id}', {
  summary: 'Deletes a template of a reason. Returns 409 if the version is outdated',
  access: 'reason-template.edit',
  input: templateParams.extend({ version: expectedVersionInQuery }),
  output: templates,
});
