import type { ComponentProps } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { type Api, getErrorMessage, isApiError } from '../../../../platform/http/contract.ts';
import { Field, NeedsScript, SubmitButton } from '../../../../ui/Field.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { exportGuestBoard } from '../../exporting/contract.ts';
import { PublicBoard } from '../PublicBoard.tsx';
import { toPageParams } from '../../view.ts';
import { enterPasswordMutation, guestBoardQuery } from '../../guests/client.ts';
import { ENTER_LINK_PASSWORD } from '../../guests/messages.ts';
import { getGuestPath } from '../../guests/schema.ts';
import { GuestAnswer } from './GuestAnswer.tsx';
import { GuestNote } from './GuestNameForm.tsx';
import '../../../../ui/form.css';
import './guest-board.css';
import '../reader/reader-board.css';

/** A board for the guests of a link. A link with a password asks for it once in each browser. */
export function GuestBoard(
  props: Pick<ComponentProps<typeof PublicBoard>, 'search' | 'renderMap'> & { api: Api; secret: string },
) {
  const { api, secret, search, renderMap } = props;
  const opened = useQuery(guestBoardQuery(api, secret, toPageParams(search)));
  if (opened.data?.board) {
    const { board } = opened.data;
    return (
      <PublicBoard
        board={board}
        path={getGuestPath(secret)}
        note={<GuestNote {...{ api, secret, board }} />}
        renderAnswer={({ id }) => {
          const item = board.locations.data.find((other) => other.id === id);
          return item && <GuestAnswer {...{ api, secret, board, item }} />;
        }}
        fetchFile={board.can_download ? (format) => api(exportGuestBoard, { secret, format }) : null}
        {...{ search, renderMap }}
      />
    );
  }
  return (
    <section className="invitation">
      <h1 className="display display--3">Shared board</h1>
      {opened.data ? (
        <PasswordForm api={api} secret={secret} />
      ) : opened.error ? (
        <>
          <ErrorAlert message={getErrorMessage(opened.error)} />
          {!(isApiError(opened.error) && opened.error.errorType === 'NOT_FOUND') && (
            <button type="button" className="button" onClick={() => void opened.refetch()}>
              Try again
            </button>
          )}
        </>
      ) : (
        <>
          <NeedsScript />
          <p role="status">Loading the board…</p>
        </>
      )}
    </section>
  );
}

const passwordForm = z.object({ password: z.string().min(1, ENTER_LINK_PASSWORD) });

function PasswordForm({ api, secret }: { api: Api; secret: string }) {
  const entering = useMutation(enterPasswordMutation(api));
  const { form, submit, field, alerts } = useValidatedForm(
    passwordForm,
    { password: 'Password' },
    async ({ password }) => {
      await entering.mutateAsync({ secret, password });
      // The board replaces the form.
      document.getElementById('content')?.focus();
    },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <p>This board has a password. The person who sent you the link knows it.</p>
      {alerts}
      <Field {...field('password')} required>
        {(control) => <input {...control} type="password" autoComplete="off" />}
      </Field>
      <SubmitButton isSubmitting={form.formState.isSubmitting}>Open the board</SubmitButton>
    </form>
  );
}
