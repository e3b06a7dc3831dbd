import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import { runInProcess } from '../../../platform/file-processes/run-in-process.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { FileResponse } from '../../../platform/http/route-handlers.ts';
import { limitConcurrency } from '../../../platform/runtime/limit-concurrency.ts';
import type { SiteConfig } from '../../../platform/settings/config.ts';
import { getRegionRules } from '../../geography/region-rules.ts';
import type { Caller } from '../../productions/policy.ts';
import { REPORT_TOO_LARGE } from '../messages.ts';
import type { impactReport } from '../yearly/contract.ts';
import { getYearlyImpact } from '../yearly/queries.server.ts';
import { describeYear, listTables } from '../yearly/tables.ts';
import type { ReportTask } from './make-report.process.ts';

const ENTRY = new URL('./make-report.process.ts', import.meta.url);
const LIMITS = { timeoutMs: 15_000, maxHeapMb: 256, maxMemoryMb: 700 };
/** Leaves the other places for processes to uploads. */
const limit = limitConcurrency(1);

/** Returns the impact of a year as PDF/UA, of the productions and enquiries that the caller may see. It has no title of a production. */
export async function getReport(
  db: Db,
  caller: Caller,
  params: z.output<typeof impactReport.input>,
  { at, site }: { readonly at: Date; readonly site: Pick<SiteConfig, 'name'> },
): Promise<FileResponse> {
  const impact = await getYearlyImpact(db, caller, params, { at });
  const office = await findOfficeName(db, caller);
  const title = `Impact ${impact.year}${office === null ? '' : `: productions of ${office}`}`;
  const report: ReportTask['report'] = {
    title,
    siteName: site.name,
    languageCode: new Intl.Locale(getRegionRules().language).language,
    paragraphs: describeYear(impact),
    tables: listTables(impact),
  };
  const content = await limit(() => writeReport(report));
  return new FileResponse(`${title.replace(':', ',')}.pdf`, Readable.from([content]), content.length);
}

/** The film office whose productions the caller sees only; null for those who see all. */
async function findOfficeName(db: Db, { officeId = null }: Caller): Promise<string | null> {
  if (officeId === null) return null;
  const row = await db.selectFrom('options').select('name').where('id', '=', officeId).executeTakeFirst();
  return row?.name ?? null;
}

async function writeReport(report: ReportTask['report']): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'impact-report-'));
  try {
    const task: ReportTask = { report, folder };
    const onLimit = () => new ApiError('UNAVAILABLE', REPORT_TOO_LARGE);
    const pdf = await runInProcess(ENTRY, Buffer.from(JSON.stringify(task)), onLimit, LIMITS);
    return Buffer.from(z.base64().parse(pdf), 'base64');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
