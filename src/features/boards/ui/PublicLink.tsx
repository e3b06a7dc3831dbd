import { useId, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { Link } from '../../../ui/icons.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { createLinkMutation, deleteLinkMutation } from '../client.ts';
import { type BoardView, getBoardPath, getPublicBoardPath } from '../schema.ts';
import { LinkField } from './LinkField.tsx';

/** Creates, copies and deletes the public link of a board. */
export function PublicLink({ api, board }: { api: Api; board: BoardView }) {
  const id = useId();
  const focusById = useFocusById();
  const creation = useMutation(createLinkMutation(api));
  const deletion = useMutation(deleteLinkMutation(api));
  const [status, setStatus] = useState('');
  const create = async () => {
    if (creation.isPending) return;
    await creation.mutateAsync({ id: board.id });
    setStatus('The link was created.');
    focusById(`${id}copy`);
  };
  const remove = async () => {
    if (deletion.isPending) return;
    await deletion.mutateAsync({ id: board.id });
    setStatus('The link was deleted and no longer works.');
    focusById(`${id}create`);
  };
  const failure = creation.error ?? deletion.error;
  return (
    <div className="dialog__body">
      {failure && <ErrorAlert message={getErrorMessage(failure)} />}
      <p className="muted small">
        Everyone who has the link can view the board without an account. They see the locations and your first name, but
        not your notes. To ask people for answers,{' '}
        <a className="link" href={`${getBoardPath(board)}/answers`}>
          make guest links
        </a>
        .
      </p>
      {board.link === null ? (
        <button
          type="button"
          id={`${id}create`}
          className="button button--primary"
          onClick={() => void create().catch(() => undefined)}
        >
          <Link />
          Create public link
        </button>
      ) : (
        <ExistingLink
          id={id}
          link={board.link}
          onStatus={setStatus}
          onDelete={() => void remove().catch(() => undefined)}
        />
      )}
      <p className="share__status" role="status">
        {status}
      </p>
    </div>
  );
}

function ExistingLink(props: { id: string; link: string; onStatus: (status: string) => void; onDelete: () => void }) {
  const { id, link, onStatus, onDelete } = props;
  const focusById = useFocusById();
  const [confirming, setConfirming] = useState(false);
  const showConfirmation = (next: boolean) => {
    setConfirming(next);
    focusById(next ? `${id}keep` : `${id}delete`);
  };
  return (
    <>
      <LinkField label="Public link" path={getPublicBoardPath(link)} buttonId={`${id}copy`} onStatus={onStatus} />
      {confirming ? (
        <div className="share__confirm" role="group" aria-label="Delete public link">
          <p>The link will stop working immediately for everyone who has it. A new one will be different.</p>
          <button type="button" className="button button--danger" onClick={onDelete}>
            Delete link
          </button>
          <button
            type="button"
            id={`${id}keep`}
            className="button button--quiet"
            onClick={() => showConfirmation(false)}
          >
            Keep link
          </button>
        </div>
      ) : (
        <button
          type="button"
          id={`${id}delete`}
          className="button button--quiet share__add"
          onClick={() => showConfirmation(true)}
        >
          Delete public link
        </button>
      )}
    </>
  );
}
