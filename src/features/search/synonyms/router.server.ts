import type { Db, Trx } from '../../../platform/db/transaction.ts';
import {
  type CallContext,
  type CommandContext,
  type RouteHandler,
  createHandler,
  toCommandContext,
} from '../../../platform/http/route-handlers.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { parseQuery } from '../query-parsing/parse-query.ts';
import type { SearchService } from '../search-service.server.ts';
import { listActiveRules } from '../vocabulary/queries.server.ts';
import type { SynonymRule } from '../vocabulary/schema.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { addSynonym, deleteSynonym, switchTerm, updateSynonym } from './commands.server.ts';
import * as routes from './contract.ts';
import { SWITCHED_OFF, SWITCHED_ON, SYNONYM_DELETED, SYNONYM_SAVED, otherMeaning } from './messages.ts';
import { findSynonym, listSynonyms } from './queries.server.ts';
import type { PreviewResult } from './schema.ts';
import { findOtherwiseUnderstood } from './term-check.ts';

interface Deps {
  readonly db: Db;
  readonly search: Pick<SearchService, 'vocabulary' | 'preview'>;
  readonly now: () => Date;
}

/** Routes of the synonyms that the Locations Team edits. */
export function synonymHandlers({ db, search, now }: Deps): RouteHandler[] {
  const change = <Result>(call: CallContext, command: (trx: Trx, context: CommandContext) => Promise<Result>) =>
    db.transaction().execute((trx) => command(trx, toCommandContext(call, now)));
  return [
    createHandler(routes.synonyms, (params) => listSynonyms(db, params)),
    createHandler(routes.getSynonym, ({ id }) => findSynonym(db, id)),
    createHandler(routes.addSynonym, async (rule, call) => {
      const id = await change(call, (trx, context) => addSynonym(trx, context, search.vocabulary, rule));
      return { id, message: SYNONYM_SAVED };
    }),
    createHandler(routes.updateSynonym, async (input, call) => {
      await change(call, (trx, context) => updateSynonym(trx, context, search.vocabulary, input));
      return { message: input.enabled ? SYNONYM_SAVED : SWITCHED_OFF };
    }),
    createHandler(routes.deleteSynonym, async (reference, call) => {
      await change(call, (trx, context) => deleteSynonym(trx, context, reference));
      return { message: SYNONYM_DELETED };
    }),
    createHandler(routes.switchTerm, async (input, call) => {
      await change(call, (trx, context) => switchTerm(trx, context, input));
      return { message: input.enabled ? SWITCHED_ON : SWITCHED_OFF };
    }),
    createHandler(routes.previewSynonym, async ({ id, query, ...rule }) => {
      const ignored = findOtherwiseUnderstood(rule, search.vocabulary);
      if (ignored !== undefined) throw new ApiError('INVALID', otherMeaning(ignored));
      const others = await listActiveRules(db, id);
      const previewRules = (rules: readonly SynonymRule[]) =>
        previewQuery(search, query, search.vocabulary.withSynonyms(rules));
      return { with: await previewRules([...others, rule]), without: await previewRules(others) };
    }),
  ];
}

async function previewQuery(
  search: Pick<SearchService, 'preview'>,
  query: string,
  vocabulary: Vocabulary,
): Promise<PreviewResult> {
  const { total, understood } = await search.preview(query, vocabulary);
  const parsed = parseQuery(query, vocabulary);
  return {
    total,
    parts: understood.parts.map(({ text, label, excluded, dropped }, i) => ({
      text,
      label,
      excluded,
      dropped,
      synonyms: parsed[i]!.synonyms.map(({ words }) => words.join(' ')),
    })),
  };
}
