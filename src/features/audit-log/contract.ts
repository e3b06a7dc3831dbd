import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { CSV } from '../../platform/http/file.ts';
import { pageOf, tableAsked } from '../../platform/http/paging.ts';
import { line } from '../../platform/limits.ts';
import { TRAIL_COLUMNS, auditType, trailEntry } from './list-schema.ts';

const TEAM = ['ADMIN'] as const;

/** No database knows the year 0. */
const day = z.iso.date('Enter a day such as 2026-11-12.').regex(/^[1-9]/, 'Enter a year of 4 digits.');

const trailAsked = tableAsked(TRAIL_COLUMNS).extend({
  type: auditType.optional(),
  /** Words, each the beginning of one in the name of who acted, whether or not they still have an account. */
  user: line.max(100).default(''),
  /** The first day, and the last. */
  from: day.optional(),
  to: day.optional(),
});

export const auditLogs = route({
  method: 'GET',
  path: '/audit-logs',
  summary: 'The trail of all acts; the latest first unless asked otherwise',
  access: TEAM,
  input: trailAsked,
  output: pageOf(trailEntry),
});

export const exportAuditLogs = route({
  method: 'GET',
  path: '/audit-logs/export',
  summary: 'All entries that the same question finds, in the same order, as CSV',
  access: TEAM,
  input: trailAsked.omit({ page: true }),
  ...CSV,
});
