import type { Api } from '../../../../platform/http/contract.ts';
import { findConflicts } from '../../../availability/contract.ts';
import { formatConflict, useConflicts } from '../../../availability/ui/LocationConflicts.tsx';
import type { BoardLocation } from '../../schema.ts';
import { listChecked, parseBoardDates } from './board-dates.ts';
import './board-dates.css';

interface Props {
  readonly api: Api;
  readonly dates: string;
  /** The locations of the page, which are asked about at once. */
  readonly items: readonly BoardLocation[];
  /** Of the marked location. */
  readonly id: string;
}

/** Marks a location of a board that is not available on the days in the URL. */
export default function LocationDates({ api, dates, items, id }: Props) {
  const days = parseBoardDates(dates);
  const ids = listChecked(items).map((item) => item.id);
  const { conflicts } = useConflicts({
    ids,
    from: days?.first_day,
    to: days?.last_day,
    find: (input) => api(findConflicts, input),
  });
  const conflict = conflicts.find((one) => one.id === id);
  return conflict && <p className="board-dates__mark">{capitalise(formatConflict(conflict))}</p>;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
