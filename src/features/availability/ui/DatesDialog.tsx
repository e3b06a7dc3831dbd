import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { formatDayRange } from '../../../platform/text/dates.ts';
import { toDay } from '../../../platform/text/days.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import { Field, RequiredNote } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { availabilityMutation } from '../client.ts';
import { addUnavailableDates, updateUnavailableDates } from '../contract.ts';
import { findProblems, getLatestDay } from '../policy.ts';
import {
  type Entry,
  type EntryFields,
  KINDS,
  KIND_NAMES,
  MAX_NOTE_LENGTH,
  REPETITIONS,
  REPETITION_NAMES,
  entryFields,
} from '../schema.ts';
import { describeEntry } from '../describe-entry.ts';
import '../../../ui/form.css';

interface Props {
  readonly api: Api;
  /** The location. */
  readonly id: string;
  /** The entry to change as it was when the dialog opened; undefined to add one. */
  readonly entry: Entry | undefined;
  /** The same entry as it is now; undefined if it was deleted. */
  readonly current: Entry | undefined;
  readonly onClose: () => void;
}

/** Adds days on which a location cannot be filmed at, or changes them. */
export default function DatesDialog(props: Props & { open: boolean }) {
  const { open, onClose, entry } = props;
  return (
    <Dialog open={open} onClose={onClose} title={entry ? 'Change dates' : 'Add dates'} staysOnBackdropClick>
      <DatesForm {...props} />
    </Dialog>
  );
}

const LABELS = {
  kind: 'On these dates the place is',
  first_day: 'First day',
  last_day: 'Last day',
  repeats: 'Repeats',
  repeats_until: 'Repeats until',
  note: 'Note',
} as const;
type Typed = Record<keyof typeof LABELS, string>;

const toNull = (value: unknown) => (value === '' ? null : value);
/** What is typed: an empty last day is the first one. @param before the entry that is changed */
const createDatesForm = (before: Entry | undefined) =>
  z
    .preprocess(
      (typed: Typed) => ({ ...typed, last_day: typed.last_day || typed.first_day }),
      entryFields.extend({
        repeats: z.preprocess(toNull, entryFields.shape.repeats),
        repeats_until: z.preprocess(toNull, entryFields.shape.repeats_until),
      }),
    )
    .superRefine((fields, context) => {
      for (const [name, message] of Object.entries(findProblems(fields, toDay(Date.now()), before)))
        context.addIssue({ code: 'custom', path: [name], message });
    }) as unknown as z.ZodType<EntryFields, Typed>;

function DatesForm({ api, id, entry, current, onClose }: Props) {
  const toast = useToast();
  const add = useMutation(availabilityMutation(api, id, addUnavailableDates));
  const update = useMutation(availabilityMutation(api, id, updateUnavailableDates));
  const [version, setVersion] = useState(entry?.version);
  const [latest] = useState(() => getLatestDay(toDay(Date.now())));
  const { form, submit, field, alerts } = useValidatedForm<Typed, EntryFields>(
    createDatesForm(entry),
    LABELS,
    async (fields) => {
      const { message } =
        entry && version !== undefined
          ? await update.mutateAsync({ id, entryId: entry.id, version, ...fields })
          : await add.mutateAsync({ id, ...fields });
      toast({ text: message });
      onClose();
    },
    {
      defaultValues: {
        kind: entry?.kind ?? 'BLOCKED',
        first_day: entry?.first_day ?? '',
        last_day: entry?.last_day ?? '',
        repeats: entry?.repeats ?? '',
        repeats_until: entry?.repeats_until ?? latest,
        note: entry?.note ?? '',
      },
    },
  );
  const repeats = useWatch({ control: form.control, name: 'repeats' });
  const isOutdated = current !== undefined && current.version !== version;
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        <RequiredNote />
        {isOutdated ? <ConflictNotice saved={current} onReplace={() => setVersion(current.version)} /> : alerts}
        <SelectField {...field('kind')} options={KIND_NAMES.map((name) => [name, KINDS[name]])} />
        <div className="two">
          <Field {...field('first_day')} required>
            {(control) => <input {...control} type="date" />}
          </Field>
          <Field {...field('last_day')} hint="Empty for a single day.">
            {(control) => <input {...control} type="date" />}
          </Field>
        </div>
        <SelectField
          {...field('repeats')}
          none="Does not repeat"
          options={REPETITION_NAMES.map((name) => [name, REPETITIONS[name]])}
        />
        {repeats !== '' && (
          <Field {...field('repeats_until')} hint="The last repetition begins on this day at the latest." required>
            {(control) => <input {...control} type="date" />}
          </Field>
        )}
        <Field {...field('note')} hint="The owner, the Locations Team and the film office of the area see it.">
          {(control) => <input {...control} maxLength={MAX_NOTE_LENGTH} autoComplete="off" />}
        </Field>
      </div>
      <DialogActions
        busy={form.formState.isSubmitting}
        submitLabel={entry ? 'Save dates' : 'Add dates'}
        onCancel={onClose}
      />
    </form>
  );
}

/** Somebody else has changed the entry while the dialog was open. */
function ConflictNotice({ saved, onReplace }: { saved: Entry; onReplace: () => void }) {
  const { first_day, last_day, note } = saved;
  return (
    <div className="alert" role="alert">
      <div>
        <strong>Somebody else has changed these dates</strong>
        <p>Saved: {[formatDayRange(first_day, last_day), describeEntry(saved), note].filter(Boolean).join('; ')}</p>
        <button type="button" className="link" onClick={onReplace}>
          Replace them with the values below
        </button>
      </div>
    </div>
  );
}
