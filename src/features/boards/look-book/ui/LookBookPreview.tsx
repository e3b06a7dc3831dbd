import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage, isConflict } from '../../../../platform/http/contract.ts';
import type { BoardView } from '../../schema.ts';
import { previewQuery } from '../client.ts';
import { type LookBookSettings, lookBookSettings } from '../schema.ts';

/** How long nothing is changed before the pages are drawn again. */
const DEBOUNCE_MS = 600;

/**
 * The first pages or slides of a look-book.
 * @param props.isPaused while nothing can be drawn, as another look-book is made
 */
export function LookBookPreview(props: { api: Api; board: BoardView; settings: LookBookSettings; isPaused: boolean }) {
  const { api, board, isPaused } = props;
  const settings = useDebounced(props.settings);
  const isValid = lookBookSettings.safeParse(settings).success;
  const { data, error, isFetching } = useQuery({
    ...previewQuery(api, board, settings),
    enabled: isValid && !isPaused,
  });
  const pages = data?.pages ?? [];
  const what = settings.format === 'PDF' ? 'Page' : 'Slide';
  const names = ['Cover', ...(pages.length > 2 ? ['Overview'] : []), `${what} of a location`];
  return (
    <div className="look-book-preview" aria-busy={isFetching}>
      <p role="status" className="muted small">
        {getStatus({ isDrawn: pages.length > 0, isFetching, error })}
      </p>
      {pages.length === 0 && <div className="look-book-preview__page" />}
      {pages.map((page, index) => (
        <img key={names[index]} className="look-book-preview__page" src={page} alt={names[index]} />
      ))}
    </div>
  );
}

function getStatus({ isDrawn, isFetching, error }: { isDrawn: boolean; isFetching: boolean; error: unknown }): string {
  if (error && !isConflict(error)) return `There is no preview. ${getErrorMessage(error)}`;
  if (isDrawn) return 'Preview of the first pages';
  return isFetching ? 'Drawing the preview' : 'The preview is drawn when the look-book is ready.';
}

/** Returns a value when it has not changed for a while. */
function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
