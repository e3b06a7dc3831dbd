import { useId } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../../../platform/http/contract.ts';
import type { Paged } from '../../../../platform/http/paging.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { ListSearchField, useSearchQuery } from '../../../../ui/ListSearchField.tsx';
import { DialogPager } from '../../../../ui/DialogPager.tsx';
import { NOBODY_FOUND } from '../../messages.ts';
import { CANDIDATES_PER_PAGE, type Candidate } from '../schema.ts';
import '../../admin-record/ui/record-tabs.css';

type Request = ReturnType<typeof useSearchQuery>['request'];

/**
 * Searches for the new owner of locations, and chooses one.
 * @param props.queryKey of the search, without the request
 * @param props.fetchPage fetches a page of the owners that can be chosen
 */
export function CandidateSearch(props: {
  queryKey: readonly unknown[];
  fetchPage: (request: Request, options: { signal: AbortSignal }) => Promise<Paged<Candidate>>;
  chosen: Candidate | undefined;
  onChoose: (candidate: Candidate) => void;
}) {
  const { queryKey, fetchPage, chosen, onChoose } = props;
  const name = useId();
  const find = useSearchQuery();
  const { request } = find;
  const found = useQuery({
    queryKey: [...queryKey, request],
    queryFn: ({ signal }) => fetchPage(request, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data = [], total = 0 } = found.data ?? {};
  return (
    <>
      <ListSearchField
        label="Search for the new account holder"
        placeholder="Name or email address"
        find={find}
        failed={found.isError}
        describedBy={`${name}found`}
      />
      <p className="muted small" id={`${name}found`} role="status">
        {found.isError ? getErrorMessage(found.error) : found.data && formatFound(total)}
      </p>
      <fieldset className="ownership-candidates" aria-busy={found.isPlaceholderData}>
        <legend className="visually-hidden">New account holder</legend>
        {data.map((candidate) => (
          <label key={candidate.id} className="ownership-candidates__item">
            <input
              type="radio"
              name={name}
              checked={chosen?.id === candidate.id}
              onChange={() => onChoose(candidate)}
            />
            <b>{getName(candidate)}</b>
            <small>{candidate.email}</small>
          </label>
        ))}
      </fieldset>
      <DialogPager page={request.page} total={total} size={CANDIDATES_PER_PAGE} onPage={find.goToPage} />
    </>
  );
}

function formatFound(total: number): string {
  if (total === 0) return NOBODY_FOUND;
  return `${formatCount(total, 'owner')} found`;
}

/** The full name of a person. */
export function getName({ first_name, last_name }: Pick<Candidate, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`;
}
