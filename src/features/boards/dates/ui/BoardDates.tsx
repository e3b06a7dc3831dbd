import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../../platform/http/contract.ts';
import { findConflicts } from '../../../availability/contract.ts';
import { DaysForm } from '../../../availability/ui/DaysForm.tsx';
import { LocationConflicts } from '../../../availability/ui/LocationConflicts.tsx';
import { type BoardLocation, getTitle } from '../../schema.ts';
import { type BoardSearch, formatBoardHref } from '../../view.ts';
import { listChecked, parseBoardDates } from './board-dates.ts';

interface Props {
  readonly api: Api;
  /** Of the board. */
  readonly path: string;
  readonly search: BoardSearch;
  /** The locations of the page. */
  readonly items: readonly BoardLocation[];
}

/** Asks for days, and says which locations of the page are unavailable on them. The days are in the URL. */
export default function BoardDates({ api, path, search, items }: Props) {
  const router = useRouter();
  const days = parseBoardDates(search.dates);
  return (
    <>
      <DaysForm
        label="Check dates"
        submitLabel="Check"
        days={days}
        onDays={(dates) =>
          void router.navigate({ href: formatBoardHref(path, { ...search, dates }), resetScroll: false })
        }
      />
      <LocationConflicts
        locations={listChecked(items).map((item) => ({ id: item.id, title: getTitle(item) }))}
        from={days?.first_day}
        to={days?.last_day}
        find={(input) => api(findConflicts, input)}
        none="None of the published locations on this page is known to be unavailable on these days."
      />
    </>
  );
}
