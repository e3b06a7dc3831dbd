import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { Plus, X } from '../../../ui/icons.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { useSearchQuery } from '../../../ui/ListSearchField.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { companySuggestionsQuery } from '../client.ts';
import type { CompanySuggestion } from '../schema.ts';
import './companies.css';

/**
 * The choice of a company by a search.
 * @param props.label names the choice, such as ‘Company’
 * @param props.onChoose called with the chosen company; null for none
 */
export function CompanyChoice(props: {
  api: Api;
  label: string;
  chosen: CompanySuggestion | null;
  error?: string | undefined;
  onChoose: (company: CompanySuggestion | null) => void;
}) {
  const { api, label, chosen, error, onChoose } = props;
  const id = useId();
  const focusById = useFocusById();
  return (
    <fieldset className="field company-choice" aria-describedby={error === undefined ? undefined : `${id}error`}>
      <legend>{label}</legend>
      {error !== undefined && <FieldError id={`${id}error`} message={error} />}
      {chosen ? (
        <p className="company-choice__row">
          <b>{chosen.name}</b>
          <button
            type="button"
            id={`${id}remove`}
            className="button button--quiet"
            aria-label={`Remove ${chosen.name}`}
            onClick={() => {
              onChoose(null);
              focusById(`${id}search`);
            }}
          >
            <X small />
            <span>Remove</span>
          </button>
        </p>
      ) : (
        <CompanySearch
          api={api}
          id={id}
          onChoose={(company) => {
            onChoose(company);
            focusById(`${id}remove`);
          }}
        />
      )}
    </fieldset>
  );
}

function CompanySearch(props: { api: Api; id: string; onChoose: (company: CompanySuggestion) => void }) {
  const { api, id, onChoose } = props;
  const search = useSearchQuery();
  const { query } = search.request;
  const { data = [], error, isSuccess } = useQuery({ ...companySuggestionsQuery(api, query), enabled: query !== '' });
  const results = query === '' ? [] : data;
  return (
    <>
      <input
        id={`${id}search`}
        className="input"
        type="search"
        aria-label="Search companies"
        aria-describedby={`${id}status`}
        placeholder="Search companies"
        autoComplete="off"
        maxLength={100}
        value={search.typed}
        onChange={({ currentTarget }) => search.setTyped(currentTarget.value)}
        // Enter must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p className="muted small" id={`${id}status`} role="status">
        {query !== '' && (error ? getErrorMessage(error) : isSuccess && formatFound(results.length))}
      </p>
      {results.length > 0 && (
        <ul className="company-choice__found">
          {results.map((company) => (
            <li key={company.id} className="company-choice__row">
              <span>{company.name}</span>
              <button
                type="button"
                className="button button--compact"
                aria-label={`Choose ${company.name}`}
                onClick={() => onChoose(company)}
              >
                <Plus small />
                <span>Choose</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function formatFound(count: number): string {
  return count === 0 ? 'No company has a name like this. Add it on the page Companies.' : '';
}
