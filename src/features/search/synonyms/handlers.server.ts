import { ApiError } from '../../../platform/http/contract.ts';
import { type Handler, type Services, command, query } from '../../../platform/http/handlers.ts';
import { parseQuery } from '../query-parsing/parse-query.ts';
import { listActiveRules } from '../vocabulary/queries.server.ts';
import type { SynonymRule } from '../vocabulary/schema.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { addSynonym, deleteSynonym, switchTerm, updateSynonym } from './commands.server.ts';
import * as routes from './contract.ts';
import { SWITCHED_OFF, SWITCHED_ON, SYNONYM_DELETED, SYNONYM_SAVED, otherMeaning } from './messages.ts';
import { findSynonym, listSynonyms } from './queries.server.ts';
import type { PreviewResult } from './schema.ts';
import { findOtherwiseUnderstood } from './term-check.ts';

/** Handlers of the synonyms that the Locations Team edits. */
export const synonymHandlers: readonly Handler[] = [
  query(routes.synonyms, (db, _caller, params) => listSynonyms(db, params)),
  query(routes.getSynonym, (db, _caller, { id }) => findSynonym(db, id)),
  command(routes.addSynonym, async (context, rule) => ({ id: await addSynonym(context, rule) }), SYNONYM_SAVED),
  command(routes.updateSynonym, async (context, rule) => {
    await updateSynonym(context, rule);
    return { message: rule.enabled ? SYNONYM_SAVED : SWITCHED_OFF };
  }),
  command(routes.deleteSynonym, deleteSynonym, SYNONYM_DELETED),
  command(routes.switchTerm, async (context, choice) => {
    await switchTerm(context, choice);
    return { message: choice.enabled ? SWITCHED_ON : SWITCHED_OFF };
  }),
  query(routes.previewSynonym, async (db, _caller, { id, query: words, ...rule }, { search }) => {
    const ignored = findOtherwiseUnderstood(rule, search.vocabulary);
    if (ignored !== undefined) throw new ApiError('INVALID', otherMeaning(ignored));
    const others = await listActiveRules(db, id);
    const previewRules = (rules: readonly SynonymRule[]) =>
      previewQuery(search, words, search.vocabulary.withSynonyms(rules));
    return { with: await previewRules([...others, rule]), without: await previewRules(others) };
  }),
];

async function previewQuery(
  search: Pick<Services['search'], 'preview'>,
  words: string,
  vocabulary: Vocabulary,
): Promise<PreviewResult> {
  const { total, understood } = await search.preview(words, vocabulary);
  const parsed = parseQuery(words, vocabulary);
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
