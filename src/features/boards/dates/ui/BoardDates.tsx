import { type FormEvent, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../../platform/http/contract.ts';
import { findConflicts } from '../../../availability/contract.ts';
import { LocationConflicts } from '../../../availability/ui/LocationConflicts.tsx';
import { type BoardLocation, getTitle } from '../../schema.ts';
import { type BoardSearch, formatBoardHref } from '../../view.ts';
import { parseBoardDates } from './parse-board-dates.ts';
import './board-dates.css';

interface Props {
  readonly api: Api;
  /** Of the board. */
  readonly path: string;
  readonly search: BoardSearch;
  /** The locations of the page. */
  readonly items: readonly BoardLocation[];
}

/** Asks for days, and says which locations of the page are not available on them. The days are in the URL. */
export default function BoardDates({ api, path, search, items }: Props) {
  const router = useRouter();
  const [first_day, last_day] = parseBoardDates(search.dates);
  const [message, setMessage] = useState('');
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = [data.get('from'), data.get('to')].flatMap((day) => (typeof day === 'string' && day ? [day] : []));
    const dates = [...new Set(typed)].toSorted().join(',') || undefined;
    setMessage(dates === undefined ? 'No days are checked.' : '');
    void router.navigate({ href: formatBoardHref(path, { ...search, dates }), resetScroll: false });
  };
  // The days of others are not told.
  const published = items.filter(({ location }) => location !== null);
  return (
    <div className="board-dates">
      <form key={search.dates} onSubmit={onSubmit} aria-label="Check dates">
        <label>
          First day
          <input className="input" type="date" name="from" defaultValue={first_day} />
        </label>
        <label>
          Last day
          <input className="input" type="date" name="to" defaultValue={last_day} />
        </label>
        <button type="submit" className="button">
          Check
        </button>
      </form>
      <p role="status" className="muted">
        {message}
      </p>
      <LocationConflicts
        locations={published.map((item) => ({ id: item.id, title: getTitle(item) }))}
        from={first_day}
        to={last_day}
        find={(input) => api(findConflicts, input)}
        none="None of the published locations on this page is known to be unavailable on these days."
      />
    </div>
  );
}
