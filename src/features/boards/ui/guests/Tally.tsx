import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { talliesQuery } from '../../guests/client.ts';
import { formatTally } from '../../guests/tally.ts';

/**
 * How many guests say what about a location of a board, for its owner.
 * @param props.path of the board
 */
export default function Tally(props: { api: Api; path: string; boardId: string; locationId: string }) {
  const { api, path, boardId, locationId } = props;
  const tally = useQuery(talliesQuery(api, boardId)).data?.find(({ id }) => id === locationId);
  if (!tally) return null;
  const counts = formatTally(tally);
  const comments = tally.comments > 0 ? formatCount(tally.comments, 'comment') : '';
  return (
    <p className="note small">
      Guests: {[counts, comments].filter((text) => text !== '').join(', ') || 'answers about photographs'}.{' '}
      <a className="note__edit no-print" href={`${path}/answers`}>
        See answers
      </a>
    </p>
  );
}
