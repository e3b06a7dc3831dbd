import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { SiteConfig } from '../../../platform/settings/config.ts';
import { PAGE_NOT_FOUND } from '../../../platform/text/common-messages.ts';
import type { Cell } from '../../../platform/text/csv.ts';
import { getRegionRules } from '../../geography/region-rules.ts';
import { NOTHING_FILMED } from '../messages.ts';
import { listFilmed } from '../yearly/queries.server.ts';
import { describeKeys, formatBy, formatSumBasis } from './format.ts';
import {
  CONFIDENTIAL,
  LICENCE,
  MEASURES,
  type PublishedContent,
  type PublishedImpact,
  type impactPreview,
  publishedContent,
} from './schema.ts';
import { publishSums } from './sums.ts';

interface Context {
  readonly site: Pick<SiteConfig, 'name'>;
}

/** Returns the published years, and what is published of one of them; null where nothing is. @throws {ApiError} NOT_FOUND for a given year */
export async function getPublishedImpact(
  db: Db,
  { year: wanted }: { readonly year?: number | undefined },
  { site }: Context,
): Promise<{ years: number[]; impact: PublishedImpact | null }> {
  const rows = await db.selectFrom('published_impact').select('year').orderBy('year', 'desc').execute();
  const years = rows.map(({ year }) => year);
  const year = wanted ?? years[0];
  if (year === undefined) return { years, impact: null };
  const row = await db.selectFrom('published_impact').selectAll().where('year', '=', year).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
  const impact: PublishedImpact = {
    ...publishedContent.parse(row.content),
    year,
    published_at: row.published_at.toISOString(),
    currency: getRegionRules().currency,
    licence: { ...LICENCE, attribution: site.name },
    columns: describeKeys(),
  };
  return { years, impact };
}

/** Whether any year is published. */
export async function isImpactPublished(db: Db): Promise<boolean> {
  return (await db.selectFrom('published_impact').select('year').limit(1).executeTakeFirst()) !== undefined;
}

/** The column headings of the CSV file. */
export const CSV_HEADINGS = ['Year', 'By', 'Group', 'Measure', 'How Known', 'Value', 'Mark'];

/** The CSV rows of a published year, one sum in each. @throws {ApiError} NOT_FOUND */
export async function listPublishedRows(
  db: Db,
  params: { readonly year?: number | undefined },
  context: Context,
): Promise<Cell[][][]> {
  const { impact } = await getPublishedImpact(db, params, context);
  if (!impact) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
  return [
    impact.sums.map(({ by, group, measure, basis, value }) => [
      impact.year,
      formatBy(by),
      group,
      MEASURES[measure],
      formatSumBasis(basis),
      value,
      value === null ? CONFIDENTIAL : null,
    ]),
  ];
}

/**
 * Computes what would be published of a year now: of all productions, also those under embargo, without a title.
 * @throws {ApiError} CONFLICT if no production has filmed in it
 */
export async function computePreview(
  db: Db,
  { year }: { readonly year: number },
): Promise<z.output<typeof impactPreview>> {
  const filmed = await listFilmed(db, year, sql`true`);
  if (filmed.length === 0) throw new ApiError('CONFLICT', NOTHING_FILMED);
  const { rows: formulas } = await sql<PublishedContent['formulas'][number]>`
    select distinct m.name, m.version, m.source
    from production_figures f join impact_formulas m on m.id = f.formula_id
    where f.production_id = any(${filmed.map(({ id }) => id)}::uuid[]) order by m.name, m.version`.execute(db);
  const content = { sums: publishSums(filmed), formulas };
  return { ...content, checksum: createHash('sha256').update(JSON.stringify(content)).digest('hex') };
}
