import { useId } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ListSearchField, useSearchQuery } from '../../../ui/ListSearchField.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { Check, Plus } from '../../../ui/icons.tsx';
import { DialogPager } from '../../../ui/DialogPager.tsx';
import { CardPicture } from '../../locations/catalogue/published/ui/card/LocationCard.tsx';
import { analyze } from '../../search/text/analysis.ts';
import { Highlighted } from '../../search/ui/highlight/Highlighted.tsx';
import { candidatesQuery, addLocationMutation } from '../client.ts';
import { type BoardView, CANDIDATES_PER_PAGE, type Candidate, getTitle } from '../schema.ts';
import { NO_LOCATIONS, NO_RESULTS } from '../../search/messages.ts';
import './location-candidates.css';
import { formatCount } from '../../../platform/text/numbers.ts';

/** Dialog that searches for locations and adds them to a board. */
export default function AddLocationDialog(props: { api: Api; board: BoardView; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Add locations" shape="large">
      <CandidateSearch api={props.api} board={props.board} />
    </Dialog>
  );
}

function CandidateSearch({ api, board }: { api: Api; board: BoardView }) {
  const id = useId();
  const search = useSearchQuery();
  const { request } = search;
  const found = useQuery({ ...candidatesQuery(api, board.id, request), placeholderData: (before) => before });
  const addition = useMutation(addLocationMutation(api));
  const total = found.data?.total;
  const words = request.query === '' ? [] : analyze(request.query).map((word) => `${word}*`);
  return (
    <div className="dialog__body">
      {addition.isError && <ErrorAlert message={getErrorMessage(addition.error)} />}
      <ListSearchField
        label="Search for a location to add"
        placeholder="Name or place"
        find={search}
        failed={found.isError}
        describedBy={`${id}found`}
      />
      <p className="muted small" id={`${id}found`} role="status">
        {found.isError ? NO_LOCATIONS : total !== undefined && formatFound(total)}
      </p>
      <ul className="candidates" aria-busy={found.isPlaceholderData}>
        {found.data?.data.map((candidate) => (
          <CandidateRow
            key={candidate.id}
            candidate={candidate}
            words={words}
            onAdd={() => !candidate.added && addition.mutate({ id: board.id, locationId: candidate.id })}
          />
        ))}
      </ul>
      <DialogPager page={request.page} total={total ?? 0} size={CANDIDATES_PER_PAGE} onPage={search.goToPage} />
    </div>
  );
}

function formatFound(total: number): string {
  if (total === 0) return NO_RESULTS;
  return `${formatCount(total, 'location')} found`;
}

/** A search result. Its button stays after adding, as it has the focus. */
function CandidateRow(props: { candidate: Candidate; words: readonly string[]; onAdd: () => void }) {
  const { candidate, words, onAdd } = props;
  const { location, added } = candidate;
  const title = getTitle(candidate);
  return (
    <li className="candidate">
      <span className="candidate__picture">
        {location && <CardPicture location={location} sizes="84px" priority={false} isCloseUp />}
      </span>
      <div>
        <b>
          <Highlighted text={title} terms={words} />
        </b>
        <small>{location ? <Highlighted text={location.nearesttown} terms={words} /> : 'Not published'}</small>
      </div>
      <button
        type="button"
        className="button"
        aria-disabled={added}
        aria-label={added ? `${title} is on this board` : `Add ${title}`}
        onClick={onAdd}
      >
        {added ? <Check /> : <Plus />}
        <span>{added ? 'Added' : 'Add'}</span>
      </button>
    </li>
  );
}
