import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { productionsQuery } from '../../../client.ts';
import { getAnswersHref } from './answers-path.ts';
import './answers.css';

/** A link from a private board to the production that it answers, from where it is sent. */
export default function BoardProduction({ api, boardId }: { api: Api; boardId: string }) {
  const { data } = useQuery(productionsQuery(api, { board: boardId }));
  const production = data?.data[0];
  if (!production) return null;
  return (
    <p className="board-production no-print">
      It answers{' '}
      <a className="link" href={getAnswersHref(production)}>
        {production.reference}: {production.title}
      </a>
      . Send it from there.
    </p>
  );
}
