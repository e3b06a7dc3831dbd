import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { formatDay } from '../../platform/text/dates.ts';
import { formatNumber } from '../../platform/text/numbers.ts';
import { PRODUCTION_KINDS, type ProductionKind } from '../enquiries/schema.ts';
import { formatBudget } from './format-budget.ts';
import {
  type BudgetBand,
  FIELD_LABELS,
  LOSS_REASONS,
  type LossReason,
  type ProductionField,
  STAGES,
  type Stage,
} from './schema.ts';
import type { TimelineEntry } from './timeline/schema.ts';

type Values = Pick<Selectable<Database['productions']>, ProductionField>;

/** Describes changed details with their values before and after, as people read them. Names are those of now. */
export async function describeChanges(
  db: Db,
  before: Values,
  after: Values,
  changed: readonly ProductionField[],
): Promise<TimelineEntry['changes']> {
  const names = await getNames(db, [before, after]);
  return changed.map((field) => ({
    label: FIELD_LABELS[field],
    before: formatValue(field, before[field], names),
    after: formatValue(field, after[field], names),
  }));
}

function formatValue(field: ProductionField, value: Values[ProductionField], names: ReadonlyMap<string, string>) {
  if (value === null) return null;
  switch (field) {
    case 'stage':
      return STAGES[value as Stage];
    case 'loss_reason':
      return LOSS_REASONS[value as LossReason];
    case 'kind':
      return PRODUCTION_KINDS[value as ProductionKind];
    case 'budget_band':
      return formatBudget(value as BudgetBand);
    case 'company_id':
    case 'office_id':
    case 'assignee_id':
      return names.get(String(value)) ?? null;
    default:
      break;
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(value);
  return field.endsWith('_from') || field.endsWith('_to') || field.endsWith('_on') || field === 'embargo_until'
    ? formatDay(value)
    : value;
}

/** The names of the companies, film offices and accounts that details refer to, by their ids. */
async function getNames(db: Db, values: readonly Values[]): Promise<Map<string, string>> {
  const [companies, offices, accounts] = (['company_id', 'office_id', 'assignee_id'] as const).map((field) =>
    values.map((value) => value[field]),
  );
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text, name from companies where id = any(${companies}::uuid[])
    union all select id::text, name from options where id = any(${offices}::integer[])
    union all select id::text, first_name || ' ' || last_name from users where id = any(${accounts}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
