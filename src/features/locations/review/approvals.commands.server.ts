import { sql } from 'kysely';
import { ApiError } from '../../../platform/http/contract.ts';
import type { ActionContext } from '../../../platform/http/handlers.ts';
import { type RecordField, getLabel } from '../catalogue/fields/lookup.ts';
import { MANDATORY_FIELDS } from '../messages.ts';
import { publishLocation } from '../publishing/commands.server.ts';
import type { Approval, ApprovalResult } from './schema.ts';

/**
 * Publishes submitted locations one after another, each in its own transaction, with its audit entry and the email to its owner. One that
 * is rejected keeps none of the others back. An error of the server ends it: what was published until then stays.
 */
export async function approveLocations(
  context: ActionContext<'location.publish'>,
  { locations }: { readonly locations: readonly Approval[] },
): Promise<{ results: ApprovalResult[] }> {
  const results: Omit<ApprovalResult, 'title'>[] = [];
  const hidden = new Set<string>();
  for (const approval of locations) {
    const { id } = approval;
    try {
      const { published_without } = await context.db
        .transaction()
        .execute((trx) => publishLocation({ ...context, trx }, approval));
      results.push({ id, reason: null, published_without });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.errorType === 'NOT_FOUND') hidden.add(id);
      results.push({ id, reason: toReason(error), published_without: [] });
    }
  }
  const visible = results.map(({ id }) => id).filter((id) => !hidden.has(id));
  const { rows } = await sql<{ id: string; title: string }>`
    select id, coalesce(title, '') as title from locations where id = any(${visible}::uuid[])`.execute(context.db);
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return { results: results.map((result) => ({ ...result, title: titles.get(result.id) ?? null })) };
}

function toReason({ message, fields = {} }: ApiError): string {
  if (message !== MANDATORY_FIELDS) return message;
  const labels = Object.keys(fields).map((field) => getLabel(field as RecordField));
  return `${message}: ${labels.join(', ')}`;
}
