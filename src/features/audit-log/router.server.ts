import type { Kysely } from 'kysely';
import { toCsv } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/tables.ts';
import { type Binding, FileAnswer, bind } from '../../platform/http/server.ts';
import * as calls from './contract.ts';
import { TRAIL_HEADINGS, trailForExport, trailPage } from './queries.server.ts';
import { Rolls } from './roll.queries.server.ts';
import { Totals } from './total.queries.server.ts';

/** Answers the Locations Team about the trail. */
export function trailBindings(db: Kysely<Database>): Binding[] {
  const source = { db, totals: new Totals(), rolls: new Rolls() };
  return [
    bind(calls.auditLogs, (asked) => trailPage(source, asked)),
    bind(
      calls.exportAuditLogs,
      (asked) => new FileAnswer('audit-logs.csv', toCsv(TRAIL_HEADINGS, trailForExport(source, asked))),
    ),
  ];
}
