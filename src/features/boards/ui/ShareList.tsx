import { useId, useState } from 'react';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { Bin } from '../../../ui/icons.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { removeShareMutation, updateShareMutation } from '../client.ts';
import type { Share } from '../schema.ts';
import { AccessSelect } from './AccessSelect.tsx';

/** The email addresses that a board is shared with, each with what it allows and a button to stop sharing. */
export function ShareList(props: {
  api: Api;
  boardId: string;
  shares: Pick<UseQueryResult<Share[]>, 'data' | 'error'>;
}) {
  const { api, boardId, shares } = props;
  const id = useId();
  const focusById = useFocusById();
  const removal = useMutation(removeShareMutation(api));
  const update = useMutation(updateShareMutation(api));
  const [status, setStatus] = useState('');
  const remove = async ({ id: shareId, email }: Share, index: number) => {
    if (removal.isPending) return;
    const next = shares.data?.[index + 1] ?? shares.data?.[index - 1];
    await removal.mutateAsync({ id: boardId, shareId });
    setStatus(`${email} can no longer see this board.`);
    focusById(next ? id + next.id : `${id}status`);
  };
  const change = async ({ id: shareId, email }: Share, mayEdit: boolean) => {
    await update.mutateAsync({ id: boardId, shareId, mayEdit });
    setStatus(mayEdit ? `${email} can edit this board.` : `${email} can only view this board.`);
  };
  const failure = removal.error ?? update.error ?? shares.error;
  return (
    <div className="dialog__body">
      {failure && <ErrorAlert message={getErrorMessage(failure)} />}
      <p className="muted small" id={`${id}status`} role="status" tabIndex={-1}>
        {status ||
          (shares.data?.length === 0
            ? 'This board is not shared with anyone yet.'
            : 'They can view or edit the board.')}
      </p>
      <ul className="share__people">
        {shares.data?.map((share, index) => (
          <li key={share.id}>
            <span>{share.email}</span>
            <AccessSelect
              label={`Access of ${share.email}`}
              mayEdit={
                update.isPending && update.variables.shareId === share.id ? update.variables.mayEdit : share.may_edit
              }
              // Errors are shown above.
              onChange={(mayEdit) => void change(share, mayEdit).catch(() => undefined)}
            />
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
