import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type Api, fillPath, getErrorMessage } from '../../../../platform/http/contract.ts';
import { formatDate, formatDateTime } from '../../../../platform/text/dates.ts';
import { formatCount, formatNumber } from '../../../../platform/text/numbers.ts';
import { downloadUrl } from '../../../../ui/download-file.ts';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { deleteLookBookMutation } from '../client.ts';
import { allowDownload, downloadLookBook } from '../contract.ts';
import { FORMAT_LABELS } from '../messages.ts';
import { FILE_ENDINGS, type LookBookState } from '../schema.ts';

const MB = 1024 ** 2;
/** Those that are always shown: on a phone, ten would fill the screen. */
const SHOWN = 1;

/** The look-books of a board: how far they are, and their downloads. */
export function LookBookList({ api, lookBooks }: { api: Api; lookBooks: readonly LookBookState[] }) {
  const deletion = useMutation(deleteLookBookMutation(api));
  const [failure, setFailure] = useState<unknown>();
  const save = async ({ id, title, format }: LookBookState) => {
    setFailure(undefined);
    try {
      await api(allowDownload, { id });
      downloadUrl(`/api${fillPath(downloadLookBook.path, { id }).path}`, `${title}.${FILE_ENDINGS[format]}`);
    } catch (error) {
      setFailure(error);
    }
  };
  const [latest, earlier] = [lookBooks.slice(0, SHOWN), lookBooks.slice(SHOWN)];
  const renderLookBook = (lookBook: LookBookState) => (
    <li key={lookBook.id}>
      <div>
        <b>{lookBook.title}</b>
        <p className="muted small">
          {`${FORMAT_LABELS[lookBook.format]}, ${formatDateTime(lookBook.requested_at)}. ${getStatus(lookBook)}`}
        </p>
        {lookBook.state === 'WAITING' && (
          <progress max={100} value={lookBook.progress} aria-label={`Progress of ${lookBook.title}`} />
        )}
      </div>
      {lookBook.state === 'READY' && (
        <button type="button" className="button button--compact" onClick={() => void save(lookBook)}>
          {`Download ${FILE_ENDINGS[lookBook.format].toUpperCase()} (${formatNumber(Math.ceil((lookBook.bytes ?? 0) / MB))} MB)`}
          <span className="visually-hidden"> {lookBook.title}</span>
        </button>
      )}
      <button
        type="button"
        className="button button--compact button--quiet"
        onClick={() => deletion.mutate({ id: lookBook.id })}
      >
        {lookBook.state === 'WAITING' ? 'Stop' : 'Delete'}
        <span className="visually-hidden"> {lookBook.title}</span>
      </button>
    </li>
  );
  const problem = failure ?? deletion.error;
  return (
    <>
      {problem !== undefined && problem !== null && <ErrorAlert message={getErrorMessage(problem)} />}
      <p role="status" className="visually-hidden">
        {lookBooks[0] && getStatus(lookBooks[0])}
      </p>
      {latest.length > 0 && (
        <ul className="look-book-list" aria-label="Look-books of this board">
          {latest.map(renderLookBook)}
        </ul>
      )}
      {earlier.length > 0 && (
        <details className="look-book-earlier">
          <summary>{formatCount(earlier.length, 'earlier look-book')}</summary>
          <ul className="look-book-list">{earlier.map(renderLookBook)}</ul>
        </details>
      )}
    </>
  );
}

function getStatus({ state, expires_at }: LookBookState): string {
  if (state === 'WAITING') return 'We are making your look-book. You can close this dialog meanwhile.';
  if (state === 'FAILED') return 'We could not make this look-book. Please try again, with fewer locations.';
  return `Your look-book is ready. You can download it until ${formatDate(expires_at ?? '')}.`;
}
