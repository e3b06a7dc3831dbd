import { useEffect, useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, messageOf } from '../../../platform/http/contract.ts';
import { Dialog, comesFirst } from '../../../ui/Dialog.tsx';
import { Failure } from '../../../ui/FormErrors.tsx';
import { Check, Plus, Search } from '../../../ui/icons.tsx';
import { Turn } from '../../../ui/Turn.tsx';
import { CardPicture } from '../../locations/ui/LocationCard.tsx';
import { QUERY_LENGTH } from '../../search/schema.ts';
import { wordsOf } from '../../search/engine/analysis.ts';
import { Marked } from '../../search/ui/Marked.tsx';
import { candidatesQuery, locationAddition } from '../client.ts';
import { type BoardView, CANDIDATES, type Candidate, SEARCH_DELAY, titleOf } from '../schema.ts';
import './choose.css';

/** Searches for locations and adds them to a board. */
export default function SearchDialog(props: { api: Api; board: BoardView; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Add locations" shape="large">
      <Finding api={props.api} board={props.board} />
    </Dialog>
  );
}

function Finding({ api, board }: { api: Api; board: BoardView }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState({ query: '', page: 1 });
  useEffect(() => {
    const timer = setTimeout(
      () => setAsked((before) => (before.query === typed.trim() ? before : { query: typed.trim(), page: 1 })),
      SEARCH_DELAY,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({ ...candidatesQuery(api, board.id, asked), placeholderData: (before) => before });
  const addition = useMutation(locationAddition(api));
  const total = found.data?.total;
  const words = asked.query === '' ? [] : wordsOf(asked.query).map((word) => `${word}*`);
  return (
    <div className="dialog__body">
      {addition.isError && <Failure message={messageOf(addition.error)} />}
      <div className="choose__search">
        <Search />
        <input
          className="input"
          type="search"
          ref={comesFirst}
          aria-label="Search for a location to add"
          placeholder="Name or place"
          maxLength={QUERY_LENGTH}
          value={typed}
          aria-invalid={found.isError}
          aria-describedby={`${id}found`}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <p className="muted small" id={`${id}found`} role="status">
        {found.isError ? 'Sorry, no locations were found.' : total !== undefined && foundInWords(total)}
      </p>
      <ul className="candidates" aria-busy={found.isPlaceholderData}>
        {found.data?.data.map((candidate) => (
          <Found
            key={candidate.id}
            candidate={candidate}
            words={words}
            onAdd={() => !candidate.added && addition.mutate({ id: board.id, locationId: candidate.id })}
          />
        ))}
      </ul>
      <Turn
        page={asked.page}
        total={total ?? 0}
        size={CANDIDATES}
        onTurn={(page) => setAsked({ query: asked.query, page })}
      />
    </div>
  );
}

function foundInWords(total: number): string {
  if (total === 0) return 'No results found.';
  return total === 1 ? '1 location found' : `${total.toLocaleString('en-GB')} locations found`;
}

/** One that was found; its button stays when it has been added, for the keyboard is on it. */
function Found(props: { candidate: Candidate; words: readonly string[]; onAdd: () => void }) {
  const { candidate, words, onAdd } = props;
  const { location, added } = candidate;
  const title = titleOf(candidate);
  return (
    <li className="candidate">
      <span className="candidate__picture">
        {location && <CardPicture location={location} sizes="84px" priority={false} close />}
      </span>
      <div>
        <b>
          <Marked text={title} terms={words} />
        </b>
        <small>{location ? <Marked text={location.nearesttown} terms={words} /> : 'Not published'}</small>
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
