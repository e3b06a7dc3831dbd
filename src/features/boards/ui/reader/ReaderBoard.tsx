import type { ComponentProps } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage, isApiError } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { NeedsScript, SubmitButton } from '../../../../ui/Field.tsx';
import { ErrorAlert, SuccessAlert } from '../../../../ui/FormMessages.tsx';
import { useUser } from '../../../accounts/ui/session.ts';
import { Picture } from '../../../media/ui/Picture.tsx';
import {
  confirmReaderMutation,
  invitationQuery,
  readerBoardQuery,
  sendInvitationMutation,
} from '../../readers/client.ts';
import { sharedWithYou } from '../../messages.ts';
import type { BoardInvitation } from '../../readers/schema.ts';
import { downloadSharedFile } from '../../files/contract.ts';
import { exportSharedBoard } from '../../exporting/contract.ts';
import { getReaderPath } from '../../schema.ts';
import { toPageParams } from '../../view.ts';
import { PublicBoard } from '../PublicBoard.tsx';
import '../../../../ui/form.css';
import './reader-board.css';

/**
 * A board that is shared by email, for readers without an account. A browser that has not confirmed the address gets the form that
 * does it: by the link of the email, which works once, or by a new one.
 * @param props.token the secret of the link; undefined until it is known, null without one
 */
export function ReaderBoard(
  props: Pick<ComponentProps<typeof PublicBoard>, 'search' | 'renderMap'> & {
    api: Api;
    shareId: string;
    token: string | null | undefined;
  },
) {
  const { api, shareId, token, search, renderMap } = props;
  const board = useQuery(readerBoardQuery(api, shareId, toPageParams(search)));
  const invitation = useQuery({
    ...invitationQuery(api, shareId, token ?? ''),
    enabled: typeof token === 'string' && board.data?.board === null,
  });
  const failed = [board, invitation].find(({ error }) => error !== null);
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (board.data?.board) {
    return (
      <PublicBoard
        board={board.data.board}
        path={getReaderPath(shareId)}
        note={<SaveNote api={api} />}
        fetchFile={(format) => api(exportSharedBoard, { id: shareId, format })}
        fetchAttachment={(fileId) => api(downloadSharedFile, { id: shareId, fileId })}
        {...{ search, renderMap }}
      />
    );
  }
  if (board.data === undefined || token === undefined || invitation.isLoading) return <Loading />;
  if (token !== null && invitation.data?.invitation)
    return <Invitation api={api} shareId={shareId} token={token} invitation={invitation.data.invitation} />;
  return <NewLink api={api} shareId={shareId} />;
}

/** Says how to save the board. Somebody who is signed in has an account already, with another address. */
function SaveNote({ api }: { api: Api }) {
  if (useUser(api)) return null;
  return (
    <p className="reader-note no-print">
      You can read this board without an account. To save it and make boards of your own,{' '}
      <a className="link" href="#register-scout">
        create an account
      </a>{' '}
      with the email address that it was sent to.
    </p>
  );
}

/** Who shared which board. A button opens it, because email scanners open links, and some run their scripts. */
function Invitation(props: { api: Api; shareId: string; token: string; invitation: BoardInvitation }) {
  const { api, shareId, token, invitation } = props;
  const { title, owner_name, primaryimage, count } = invitation;
  const confirmation = useMutation(confirmReaderMutation(api));
  return (
    <section className="invitation">
      {primaryimage && (
        <div className="frame">
          <Picture picture={primaryimage} sizes="(min-width: 760px) 40rem, 100vw" priority />
        </div>
      )}
      <p className="label">{sharedWithYou(owner_name)}</p>
      <h1 className="display display--3">{title}</h1>
      <p>
        {formatCount(count, 'location')}. You need no account. Opening the board confirms that the email with this link
        was sent to you.
      </p>
      {confirmation.isError && <ErrorAlert message={getErrorMessage(confirmation.error)} />}
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          if (confirmation.isPending || confirmation.isSuccess) return;
          // The board replaces the button.
          const onSuccess = () => document.getElementById('content')?.focus();
          confirmation.mutate({ id: shareId, token }, { onSuccess });
        }}
      >
        <SubmitButton isSubmitting={confirmation.isPending}>Open the board</SubmitButton>
      </form>
    </section>
  );
}

function NewLink({ api, shareId }: { api: Api; shareId: string }) {
  const sending = useMutation(sendInvitationMutation(api));
  return (
    <section className="invitation">
      <h1 className="display display--3">Confirm your email address</h1>
      <p>
        This board was shared by email. To open it in this browser, confirm the address that it was shared with: the
        link in an email works once, and only for some time.
      </p>
      {sending.isError && <ErrorAlert message={getErrorMessage(sending.error)} />}
      {sending.isSuccess ? (
        <SuccessAlert message={`${sending.data.message} Open it in this browser.`} />
      ) : (
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            if (!sending.isPending) sending.mutate({ id: shareId });
          }}
        >
          <SubmitButton isSubmitting={sending.isPending}>Send a new link</SubmitButton>
        </form>
      )}
      <p className="muted small">If you have an account with this address, log in to find the board on your boards.</p>
    </section>
  );
}

function Loading() {
  return (
    <section className="invitation">
      <h1 className="display display--3">Shared board</h1>
      <NeedsScript />
      <p role="status">Loading the board…</p>
    </section>
  );
}

function Failed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <section className="invitation">
      <h1 className="display display--3">Shared board</h1>
      <ErrorAlert message={getErrorMessage(error)} />
      {!(isApiError(error) && error.errorType === 'NOT_FOUND') && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </section>
  );
}
