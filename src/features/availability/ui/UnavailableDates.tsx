import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { formatDayRange } from '../../../platform/text/dates.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { Bin, Pencil, Plus } from '../../../ui/icons.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { availabilityMutation, ownAvailabilityQuery } from '../client.ts';
import { deleteUnavailableDates } from '../contract.ts';
import { entryLimit } from '../messages.ts';
import { type Entry, MAX_ENTRIES, type OwnAvailability } from '../schema.ts';
import { describeEntry } from '../describe-entry.ts';
import '../../../ui/item-list.css';
import './availability.css';

const DatesDialog = lazyDialog(() => import('./DatesDialog.tsx'));

/** Gets the focus after an entry is deleted. */
const HEADING_ID = 'unavailable-dates';

/** The dates on which a location cannot be filmed at, for its owner and the team. */
export function UnavailableDates({ api, id }: { api: Api; id: string }) {
  const { data, error } = useQuery(ownAvailabilityQuery(api, id));
  // It stays set while the dialog closes.
  const [edited, setEdited] = useState<Entry>();
  const [isOpen, setOpen] = useState(false);
  const open = (entry?: Entry) => {
    setEdited(entry);
    setOpen(true);
  };
  if (!data) return error ? <ErrorAlert message={getErrorMessage(error)} /> : <p className="muted">Loading…</p>;
  const isFull = data.entries.length >= MAX_ENTRIES;
  // Somebody else may have changed or deleted it meanwhile.
  const current = edited && data.entries.find((entry) => entry.id === edited.id);
  return (
    <div className="unavailable-dates">
      <section aria-labelledby={HEADING_ID}>
        <h2 id={HEADING_ID} tabIndex={-1}>
          Dates entered
        </h2>
        {data.entries.length === 0 && (
          <p className="muted">No dates entered. The public is not told that the place is free.</p>
        )}
        <EntryList api={api} id={id} entries={data.entries} onChange={open} />
        {isFull ? (
          <p className="muted">{entryLimit(MAX_ENTRIES)}</p>
        ) : (
          <button type="button" className="button" onClick={() => open()}>
            <Plus small />
            <span>Add dates</span>
          </button>
        )}
      </section>
      <Shoots shoots={data.shoots} />
      <LazyMount isWanted={isOpen}>
        <DatesDialog api={api} id={id} entry={edited} current={current} open={isOpen} onClose={() => setOpen(false)} />
      </LazyMount>
    </div>
  );
}

function Shoots({ shoots }: Pick<OwnAvailability, 'shoots'>) {
  if (shoots.length === 0) return null;
  return (
    <section aria-labelledby="filming-dates">
      <h2 id="filming-dates">Dates of filming</h2>
      <p className="muted">Productions film there, so the place is unavailable. The public is not told why.</p>
      <ul>
        {shoots.map(({ first_day, last_day }, index) => (
          // They have no id, and are not edited here.
          <li key={index}>{formatDayRange(first_day, last_day)}</li>
        ))}
      </ul>
    </section>
  );
}

interface EntryListProps {
  readonly api: Api;
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly onChange: (entry: Entry) => void;
}

function EntryList({ api, id, entries, onChange }: EntryListProps) {
  const toast = useToast();
  const focusById = useFocusById();
  const deletion = useMutation(availabilityMutation(api, id, deleteUnavailableDates));
  const [deleted, setDeleted] = useState<Entry>();
  const [isOpen, setOpen] = useState(false);
  // As it is now, since deleting again after a conflict deletes that.
  const shown = deleted && (entries.find((entry) => entry.id === deleted.id) ?? deleted);
  return (
    <>
      <ul className="item-list">
        {entries.map((entry) => (
          <li key={entry.id}>
            <div>
              <strong>{formatEntryDays(entry)}</strong>
              <p>{describeEntry(entry)}</p>
              {entry.note !== '' && <p className="small muted">{entry.note}</p>}
            </div>
            <button
              type="button"
              className="icon-button"
              aria-label={`Change ${nameEntry(entry)}`}
              onClick={() => onChange(entry)}
            >
              <Pencil />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Delete ${nameEntry(entry)}`}
              onClick={() => {
                // It stays set while the dialog closes.
                setDeleted(entry);
                setOpen(true);
              }}
            >
              <Bin />
            </button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Delete these dates?"
        confirmLabel="Delete dates"
        onConfirm={async () => {
          if (!shown) return;
          const { message } = await deletion.mutateAsync({ id, entryId: shown.id, version: shown.version });
          toast({ text: message });
          focusById(HEADING_ID);
        }}
      >
        {shown && (
          <p>
            {nameEntry(shown)}.{shown.repeats !== null && ' All repetitions are deleted.'}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}

function nameEntry(entry: Entry): string {
  return `${formatEntryDays(entry)}, ${describeEntry(entry)}`;
}

function formatEntryDays({ first_day, last_day }: Entry): string {
  return formatDayRange(first_day, last_day);
}
