import { useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { FieldError } from '../../../../ui/Field.tsx';
import { MAX_QUERY_LENGTH } from '../../schema.ts';
import { previewSynonym } from '../../synonyms/contract.ts';
import { type PreviewResult, type RuleForm, ruleTextForm } from '../../synonyms/schema.ts';
import { useDebounced } from '../../../../ui/useDebounced.ts';

/**
 * Shows how a query is understood, and how many locations it finds, with and without a synonym that is not saved.
 * @param props.text the fields of the form
 */
export function TrySynonym(props: {
  api: Api;
  id: string | undefined;
  text: { readonly kind: RuleForm['kind']; readonly terms: string; readonly targets: string };
}) {
  const { api, id, text } = props;
  const [typed, setTyped] = useState<string>();
  const query = (typed ?? text.terms.split('\n')[0] ?? '').trim().slice(0, MAX_QUERY_LENGTH);
  const rule = useDebounced(JSON.stringify(text));
  const debouncedQuery = useDebounced(query);
  const parsed = ruleTextForm.safeParse({ ...(JSON.parse(rule) as typeof text), enabled: true });
  const preview = useQuery({
    ...previewQuery(api, parsed.data, debouncedQuery, id),
    enabled: parsed.success && debouncedQuery !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="try" className="try-synonym">
      <h2 id="try">Try it</h2>
      <div className="form">
        <div className="field">
          <div className="field__name">
            <label htmlFor="try-query">Search for</label>
          </div>
          <input
            id="try-query"
            className="input"
            type="search"
            maxLength={MAX_QUERY_LENGTH}
            autoComplete="off"
            value={typed ?? query}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      </div>
      <div role="status">
        {/* No alert, which would take the focus from the field while somebody types. */}
        {preview.isError && <FieldError id="try-error" message={getErrorMessage(preview.error)} />}
        {parsed.success && debouncedQuery !== '' ? (
          preview.data && (
            <div className="try-synonym__results">
              <Result heading="With this synonym" result={preview.data.with} />
              <Result heading="Without it" result={preview.data.without} />
            </div>
          )
        ) : (
          <p className="muted try-synonym__hint">
            Fill in the synonym to see how searches understand it and how many locations they find. Nothing is saved.
          </p>
        )}
      </div>
    </section>
  );
}

const previewQuery = (api: Api, rule: RuleForm | undefined, query: string, id: string | undefined) =>
  queryOptions({
    queryKey: ['search-synonyms', 'preview', rule, query, id],
    queryFn: ({ signal }) => api(previewSynonym, { ...rule!, query, id }, { signal }),
  });

function Result({ heading, result: { total, parts } }: { heading: string; result: PreviewResult }) {
  return (
    <div className="try-synonym__result">
      <h3>{heading}</h3>
      <p className="try-synonym__total num">{formatCount(total, 'location')}</p>
      <ul>
        {parts.map((part, i) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={i}>
            <strong>{part.text}</strong>
            {part.label !== null && ` means ${part.label}`}
            {part.synonyms.length > 0 &&
              `${part.label === null ? ' ' : ', and '}also finds ${part.synonyms.join(', ')}`}
            {part.label === null && part.synonyms.length === 0 && ' is a plain word'}
            {part.dropped && <span className="muted"> (left out, as too few locations match)</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
