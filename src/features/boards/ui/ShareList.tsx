import { useId, useState } from 'react';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { Bin } from '../../../ui/icons.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { removeShareMutation } from '../client.ts';
import type { Share } from '../schema.ts';

/** The email addresses that a board is shared with, each with a button to stop sharing. */
export function ShareList(props: {
  api: Api;
  boardId: string;
  shares: Pick<UseQueryResult<Share[]>, 'data' | 'error'>;
}) {
  const { api, boardId, shares } = props;
  const id = useId();
  const focusById = useFocusById();
  const removal = useMutation(removeShareMutation(api));
  const [status, setStatus] = useState('');
  const remove = async ({ id: shareId, email }: Share, index: number) => {
    if (removal.isPending) return;
    const next = shares.data?.[index + 1] ?? shares.data?.[index - 1];
    await removal.mutateAsync({ id: boardId, shareId });
    setStatus(`${email} can no longer see this board.`);
    focusById(next ? id + next.id : `${id}status`);
  };
  const failure = removal.error ?? shares.error;
  return (
    <div className="dialog__body">
      {failure && <ErrorAlert message={getErrorMessage(failure)} />}
      <p className="muted small" id={`${id}status`} role="status" tabIndex={-1}>
        {status ||
          (shares.data?.length === 0 ? 'This board is not shared with anyone yet.' : 'They can view the board.')}
      </p>
      <ul className="share__people">
        {shares.data?.map((share, index) => (
          <li key={share.id}>
            <span>{share.email}</span>
            <button
              type="button"
              id={id + share.id}
              className="icon-button"
              aria-label={`Stop sharing with ${share.email}`}
              // Errors are shown above.
              onClick={() => void remove(share, index).catch(() => undefined)}
            >
              <Bin />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
