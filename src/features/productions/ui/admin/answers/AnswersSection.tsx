import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Api, getErrorMessage } from '../../../../../platform/http/contract.ts';
import { formatCount } from '../../../../../platform/text/numbers.ts';
import { ErrorAlert } from '../../../../../ui/FormMessages.tsx';
import { LazyMount, lazyDialog } from '../../../../../ui/LazyMount.tsx';
import { useFocusById } from '../../../../../ui/useFocusById.ts';
import { useToast } from '../../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../../ui/useErrorDialog.tsx';
import { can } from '../../../../accounts/permissions.ts';
import { useUser } from '../../../../accounts/ui/session.ts';
import { getBoardPath } from '../../../../boards/schema.ts';
import type { Production } from '../../../schema.ts';
import { addBoardMutation, answersQuery, removeBoardMutation } from '../../../answers/client.ts';
import type { ProductionAnswers } from '../../../answers/schema.ts';
import { ANSWERS_ID } from './answers-path.ts';
import { BoardChoice } from './BoardChoice.tsx';
import { Sendings } from './Sendings.tsx';

const SendDialog = lazyDialog(() => import('./SendDialog.tsx'));

type Board = ProductionAnswers['boards'][number];

/** The boards that answer a production, and what was sent of them. Who may not open private boards reads what was sent. */
export function AnswersSection({ api, production }: { api: Api; production: Production }) {
  const { id } = production;
  const user = useUser(api);
  const canAnswer = can(user, 'board.private');
  const found = useQuery(answersQuery(api, id));
  const boards = found.data?.boards ?? [];
  return (
    <section aria-labelledby={ANSWERS_ID}>
      <h2 id={ANSWERS_ID} tabIndex={-1}>
        Answers
      </h2>
      {found.isError && <ErrorAlert message={getErrorMessage(found.error)} />}
      {canAnswer && <Boards {...{ api, production, boards }} />}
      {found.data && (found.data.sendings.length > 0 || !canAnswer) && <Sendings sendings={found.data.sendings} />}
    </section>
  );
}

function Boards({ api, production, boards }: { api: Api; production: Production; boards: readonly Board[] }) {
  const { id } = production;
  const router = useRouter();
  const toast = useToast();
  const focusById = useFocusById();
  const errorDialog = useErrorDialog();
  const add = useMutation({ ...addBoardMutation(api), onError: errorDialog.report });
  const remove = useMutation({ ...removeBoardMutation(api), onError: errorDialog.report });
  const [sending, setSending] = useState<Board>();
  const [isOpen, setOpen] = useState(false);
  const finish = ({ message }: { message: string }) => {
    toast({ text: message });
    focusById(ANSWERS_ID);
  };
  return (
    <>
      {boards.length === 0 && (
        <p className="muted">
          Choose locations and photographs on a board, and write in the note of each why you chose it. Then send the
          board.
        </p>
      )}
      <ul className="production-items">
        {boards.map((board) => (
          <li key={board.id}>
            <span>
              <a className="link" href={getBoardPath(board)}>
                {board.title}
              </a>{' '}
              <span className="muted">
                {board.is_archived ? 'Archived' : `${formatCount(board.available, 'location')} to send`}
              </span>
            </span>
            {!board.is_archived && (
              <button
                type="button"
                className="button button--compact"
                onClick={() => {
                  setSending(board);
                  setOpen(true);
                }}
              >
                Send<span className="visually-hidden"> {board.title}</span>
              </button>
            )}
            <button
              type="button"
              className="button button--compact"
              onClick={() => !remove.isPending && remove.mutate({ id, boardId: board.id }, { onSuccess: finish })}
            >
              Remove<span className="visually-hidden"> {board.title}</span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button form__submit"
        aria-disabled={add.isPending}
        onClick={() =>
          !add.isPending &&
          add.mutate(
            { id },
            {
              onSuccess: ({ message, board_id }) => {
                toast({ text: message });
                void router.navigate({ href: getBoardPath({ id: board_id }) });
              },
            },
          )
        }
      >
        Answer with locations
      </button>
      <BoardChoice
        api={api}
        added={boards.map((board) => board.id)}
        onChoose={(boardId) => !add.isPending && add.mutate({ id, boardId }, { onSuccess: finish })}
      />
      {sending && (
        <LazyMount isWanted={isOpen}>
          <SendDialog {...{ api, production }} board={sending} open={isOpen} onClose={() => setOpen(false)} />
        </LazyMount>
      )}
      {errorDialog.alert}
    </>
  );
}
