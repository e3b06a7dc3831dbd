import { type ComponentProps, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { type Api, fillPath, getErrorMessage, isApiError } from '../../../../platform/http/contract.ts';
import { PAGE_SIZE } from '../../../../platform/http/paging.ts';
import { formatNumber } from '../../../../platform/text/numbers.ts';
import { Field, NeedsScript, SubmitButton } from '../../../../ui/Field.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { Download } from '../../../../ui/table/icons.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { downloadGuestLookBook, exportGuestBoard, exportGuestPhotographs } from '../../exporting/contract.ts';
import { PublicBoard } from '../PublicBoard.tsx';
import { type BoardSearch, formatBoardHref, toPageParams } from '../../view.ts';
import { enterPasswordMutation, guestBoardQuery } from '../../guests/client.ts';
import { ENTER_LINK_PASSWORD } from '../../guests/messages.ts';
import { type GuestBoard as GuestBoardData, getGuestPath } from '../../guests/schema.ts';
import { GuestAnswer } from './GuestAnswer.tsx';
import { GuestNote } from './GuestNameForm.tsx';
import { GuestProgress, findUnanswered, getAnswerId } from './GuestProgress.tsx';
import '../../../../ui/form.css';
import './guest-board.css';
import '../reader/reader-board.css';

type Props = Pick<ComponentProps<typeof PublicBoard>, 'search' | 'renderMap'> & { api: Api; secret: string };

/** A board for the guests of a link. A link with a password asks for it once in each browser. */
export function GuestBoard(props: Props) {
  const { api, secret, search } = props;
  const opened = useQuery(guestBoardQuery(api, secret, toPageParams(search)));
  /** Position of the location that the guest has come to last. */
  const [current, setCurrent] = useState(-1);
  const focusById = useFocusById();
  if (opened.data?.board) {
    const { board } = opened.data;
    return (
      <OpenedBoard
        {...props}
        {...{ board, current, setCurrent }}
        onNext={(position) => focusById(getAnswerId(position))}
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

function OpenedBoard(
  props: Props & {
    board: GuestBoardData;
    current: number;
    setCurrent: (position: number) => void;
    /** Focuses a location, when it is shown. */
    onNext: (position: number) => void;
  },
) {
  const { api, secret, search, renderMap, board, current, setCurrent, onNext } = props;
  const router = useRouter();
  const { progress, locations } = board;
  const path = getGuestPath(secret);
  const first = locations.data[0]?.position ?? 0;
  const isShown = (position: number) => locations.data.some((item) => item.position === position);
  const next = progress ? findUnanswered(progress, isShown(current) ? current : first - 1) : undefined;
  return (
    <>
      <PublicBoard
        board={board}
        path={path}
        note={
          <>
            {board.look_book && <LookBookLink secret={secret} lookBook={board.look_book} />}
            <GuestNote {...{ api, secret, board }} />
          </>
        }
        renderAnswer={({ id }) => {
          const item = locations.data.find((other) => other.id === id);
          return item && <GuestAnswer {...{ api, secret, board, item }} onVisit={() => setCurrent(item.position)} />;
        }}
        fetchFile={board.can_download ? (format) => api(exportGuestBoard, { secret, format }) : null}
        photographsHref={board.can_download ? `/api${fillPath(exportGuestPhotographs.path, { secret }).path}` : null}
        {...{ search, renderMap }}
      />
      {progress && progress.asked > 0 && (
        <GuestProgress
          progress={progress}
          onNext={
            next === undefined
              ? undefined
              : () => {
                  onNext(next);
                  // The focus scrolls to the location.
                  if (search.view === 'map' || !isShown(next))
                    void router.navigate({ href: getHref(path, search, next), resetScroll: false });
                }
          }
        />
      )}
    </>
  );
}

const MB = 1024 ** 2;

function LookBookLink(props: { secret: string; lookBook: NonNullable<GuestBoardData['look_book']> }) {
  const { secret, lookBook } = props;
  return (
    <div className="guest-look-book no-print">
      <p>{`The look-book ‘${lookBook.title}’ was sent with this link.`}</p>
      <a className="button" href={`/api${fillPath(downloadGuestLookBook.path, { secret }).path}`} download>
        <Download />
        {`Download look-book (PDF, ${formatNumber(Math.ceil(lookBook.bytes / MB))} MB)`}
      </a>
    </div>
  );
}

/** Returns the URL of the page with the location at a position. A map has no answers. */
function getHref(path: string, { view }: BoardSearch, position: number): string {
  const search = { view: view === 'map' ? undefined : view };
  const { size = PAGE_SIZE } = toPageParams(search);
  return formatBoardHref(path, { ...search, page: Math.floor(position / size) + 1 });
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
