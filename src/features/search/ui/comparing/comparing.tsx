import { useSyncExternalStore } from 'react';
import { onStorageChange, readItem, writeItem } from '../../../../ui/browser-storage.ts';
import type { LocationCard } from '../../../locations/catalogue/schema.ts';
import {
  MAX_COMPARED,
  formatComparisonHref,
  storeComparedFrom,
} from '../../../locations/catalogue/published/ui/comparison/comparison-links.ts';
import './comparing.css';

const STORED = 'compared-locations';

/** The URL names of the locations that are chosen in this tab to be compared; undefined unless the visitor is choosing, and on the server. */
export function useChosenLocations(): readonly string[] | undefined {
  const stored = useSyncExternalStore(
    onStorageChange,
    () => readItem('sessionStorage', STORED),
    () => undefined,
  );
  return stored?.split(' ').filter(Boolean);
}

/** Stores the chosen locations; undefined ends the choice. */
function storeChosenLocations(urlNames: readonly string[] | undefined): void {
  writeItem('sessionStorage', STORED, urlNames?.join(' '));
}

interface Chosen {
  /** Undefined unless the visitor is choosing. */
  readonly chosen: readonly string[] | undefined;
}

/** Starts or ends the choice of locations to compare. */
export function CompareButton({ chosen }: Chosen) {
  return (
    <button
      type="button"
      className="button no-print"
      aria-pressed={chosen !== undefined}
      onClick={() => storeChosenLocations(chosen ? undefined : [])}
    >
      Compare
    </button>
  );
}

/** The checkbox of a card during the choice. */
export function CompareCheckbox(props: { location: LocationCard; chosen: readonly string[] }) {
  const { location, chosen } = props;
  const { locationurl, title } = location;
  const isChosen = chosen.includes(locationurl);
  return (
    <label className="compare-checkbox no-print">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={!isChosen && chosen.length >= MAX_COMPARED}
        onChange={() =>
          storeChosenLocations(isChosen ? chosen.filter((name) => name !== locationurl) : [...chosen, locationurl])
        }
      />
      Compare<span className="visually-hidden"> {title}</span>
    </label>
  );
}

/** Stays at the bottom of the window during the choice. */
export function ComparisonBar({ chosen }: Chosen) {
  if (!chosen) return null;
  return (
    <section className="comparison-bar no-print" aria-label="Locations to compare">
      <p role="status">{formatStatus(chosen.length)}</p>
      {chosen.length > 1 && (
        <a
          className="button button--primary"
          href={formatComparisonHref(chosen)}
          onClick={() => storeComparedFrom(location.pathname + location.search)}
        >
          Compare locations
        </a>
      )}
      <button type="button" className="button" onClick={() => storeChosenLocations(undefined)}>
        Cancel
      </button>
    </section>
  );
}

function formatStatus(count: number): string {
  if (count === 0) return `Choose 2 to ${MAX_COMPARED} locations.`;
  if (count === 1) return '1 location chosen. Choose another one to compare it with.';
  return `${count} locations chosen${count === MAX_COMPARED ? ', which is the most that can be compared' : ''}.`;
}
