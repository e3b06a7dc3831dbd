import type { z } from 'zod';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import type { CompanyEvent } from '../companies/events.ts';
import { lockImpact, saveFigures } from './changes.commands.server.ts';
import type { estimateFigure, setFigure } from './contract.ts';
import { estimate } from './formulas/estimate.ts';
import { getInputs, listApplicable } from './formulas/queries.server.ts';
import * as messages from './messages.ts';
import { MAX_FIGURE } from './schema.ts';

/** Stores a figure that was declared or measured, or removes it. @throws {ApiError} NOT_FOUND; CONFLICT */
export async function enterFigure(
  context: CommandContext,
  { figure, value, basis, ...change }: z.output<typeof setFigure.input>,
): Promise<void> {
  await lockImpact(context, change);
  await saveFigures(context, change.id, [{ figure, value, basis }]);
}

/** Estimates a figure that is neither declared nor measured. @throws {ApiError} NOT_FOUND; CONFLICT */
export async function addEstimate(
  context: CommandContext,
  { formulaId, ...change }: z.output<typeof estimateFigure.input>,
): Promise<void> {
  const { trx } = context;
  const { id } = change;
  await lockImpact(context, change);
  const formula = (await listApplicable(trx, id)).find((one) => one.id === formulaId);
  if (!formula) throw new ApiError('NOT_FOUND', messages.NO_SUCH_FORMULA);
  const known = await trx
    .selectFrom('production_figures')
    .select('basis')
    .where('production_id', '=', id)
    .where('figure', '=', formula.figure)
    .executeTakeFirst();
  if (known && known.basis !== 'ESTIMATED') throw new ApiError('CONFLICT', messages.FIGURE_KNOWN);
  const value = estimate(formula, await getInputs(trx, id));
  if (value === null) throw new ApiError('CONFLICT', messages.INPUT_MISSING);
  if (value > MAX_FIGURE) throw new ApiError('CONFLICT', messages.ESTIMATE_TOO_LARGE);
  await saveFigures(context, id, [{ figure: formula.figure, value, basis: 'ESTIMATED', formula }]);
}

/** Moves the surveys of a person who is merged to the one who stays. */
export async function mergePeople(trx: Trx, { from, into }: Pick<CompanyEvent, 'from' | 'into'>): Promise<void> {
  await trx.updateTable('impact_surveys').set({ person_id: into }).where('person_id', '=', from).execute();
}
