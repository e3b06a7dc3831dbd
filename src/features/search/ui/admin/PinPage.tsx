import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import { Field, FieldError } from '../../../../ui/Field.tsx';
import { RecordBar, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { addPinMutation, deletePinMutation, pinsQuery, updatePinMutation } from '../../pins/client.ts';
import { MAX_PINNED } from '../../pins/messages.ts';
import { type Pin, pinForm } from '../../pins/schema.ts';
import { DeleteTerm } from './DeleteTerm.tsx';
import { LocationPicker } from '../LocationPicker.tsx';
import { PICKER_ID, PinnedLocations } from './PinnedLocations.tsx';
import { PINS_PATH } from './search-terms-paths.ts';
import '../../../../ui/form.css';
import '../../../../ui/record/record.css';
import './search-terms.css';

const LABELS = { query: 'Search', locations: 'First results' } as const;
const BACK = { href: PINS_PATH };

/** The form of the pinned results of a search. */
export function PinPage({ api, id }: { api: Api; id: string }) {
  const { data: pins } = useSuspenseQuery(pinsQuery(api));
  // A deletion leaves the page; until then its last state is shown.
  const [last] = useState(() => pins.find((one) => one.id === id)!);
  const pin = pins.find((one) => one.id === id) ?? last;
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={BACK}>
        <DeletePin api={api} pin={pin} />
      </RecordBar>
      <RecordTitle title={`Results for ‘${pin.query}’`}>
        <span>
          Changed {formatDateTime(pin.changed_at)}
          {pin.changed_by && ` by ${formatPerson(pin.changed_by)}`}
        </span>
        <span>Saved: {pin.locations.map(({ title }) => title).join(', ')}</span>
      </RecordTitle>
      <PinForm api={api} pin={pin} query={pin.query} />
    </main>
  );
}

/** The form that pins results. @param props.query the search, if it is known */
export function NewPinPage({ api, query }: { api: Api; query: string }) {
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={BACK} />
      <RecordTitle title="Pin results">
        <span>Searches show them as soon as they are saved. Only the Locations Team sees that they are pinned.</span>
      </RecordTitle>
      <PinForm api={api} query={query} />
    </main>
  );
}

function PinForm({ api, pin, query }: { api: Api; pin?: Pin; query: string }) {
  const router = useRouter();
  const toast = useToast();
  const add = useMutation(addPinMutation(api));
  const update = useMutation(updatePinMutation(api));
  const [locations, setLocations] = useState(pin?.locations ?? []);
  const { form, submit, field, alerts } = useValidatedForm(
    pinForm,
    LABELS,
    async (content) => {
      const { message } = pin
        ? await update.mutateAsync({ ...content, id: pin.id, version: pin.version })
        : await add.mutateAsync(content);
      toast({ text: message });
      await router.navigate({ href: PINS_PATH });
    },
    { defaultValues: { query, locations: locations.map(({ id }) => id) } },
  );
  const chosen = field('locations');
  const change = (next: Pin['locations']) => {
    setLocations(next);
    const ids = next.map(({ id }) => id);
    form.setValue('locations', ids, { shouldValidate: form.formState.isSubmitted });
  };
  return (
    <form className="record" method="post" noValidate onSubmit={submit}>
      <section aria-labelledby="pin" className="form">
        <h2 id="pin">Pinned results</h2>
        {alerts}
        <Field {...field('query')} required hint="The whole search. Case and accents make no difference.">
          {(control) => <input {...control} autoComplete="off" autoCapitalize="none" />}
        </Field>
        <PinnedLocations
          label={LABELS.locations}
          locations={locations}
          onChange={change}
          error={chosen.error !== undefined && <FieldError id={`${chosen.id}-error`} message={chosen.error} />}
        />
        <button
          type="submit"
          className="button button--primary form__submit"
          aria-disabled={form.formState.isSubmitting}
        >
          {pin ? 'Save' : 'Pin results'}
        </button>
      </section>
      <section aria-labelledby="picker">
        <h2 id="picker">Find locations</h2>
        <LocationPicker
          api={api}
          id={PICKER_ID}
          label="Search published locations"
          placeholder="Name or place"
          verb="Pin"
          done="Pinned"
          chosen={locations.map(({ id }) => id)}
          isFull={locations.length >= MAX_PINNED}
          onChoose={({ id, title }) => change([...locations, { id, title, published: true }])}
        />
      </section>
    </form>
  );
}

function DeletePin({ api, pin: { id, version, query } }: { api: Api; pin: Pin }) {
  const deletion = useMutation(deletePinMutation(api));
  return (
    <DeleteTerm what="pinned results" remove={() => deletion.mutateAsync({ id, version })} list={PINS_PATH}>
      <p>The search ‘{query}’ will show its usual results. The locations stay.</p>
    </DeleteTerm>
  );
}
