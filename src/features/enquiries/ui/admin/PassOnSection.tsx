import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, ApiError } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { Field } from '../../../../ui/Field.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { useUnsavedForm } from '../../../../ui/record/UnsavedForms.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import '../../../../ui/checkbox.css';
import { passOnMutation, recipientsQuery } from '../../cases/client.ts';
import { CHOOSE_LOCATIONS } from '../../cases/messages.ts';
import { type EnquiryCase, PARTICIPANT_KINDS, type Recipient, passOnForm } from '../../cases/schema.ts';

const LABELS = { kind: 'To', name: 'Name', email: 'Email', locations: 'Locations', text: 'Message' } as const;
const INITIAL = { kind: 'FILM_OFFICE', name: '', email: '', text: '', locations: [] as number[] } as const;

const OPEN_ID = 'pass-on-open';
const SUGGESTION_ID = 'pass-on-suggestion';
const KIND_ID = 'pass-on-kind';

/** Passes an enquiry on to the owner of a location or a film office. */
export function PassOnSection({ api, enquiry }: { api: Api; enquiry: EnquiryCase }) {
  const [isOpen, setOpen] = useState(false);
  const focusById = useFocusById();
  const suggestions = useQuery(recipientsQuery(api, enquiry.id)).data ?? [];
  return (
    <section aria-labelledby="enquiry-pass-on">
      <h2 id="enquiry-pass-on">Pass on</h2>
      {isOpen ? (
        <PassOnForm
          api={api}
          enquiry={enquiry}
          suggestions={suggestions}
          onClose={() => {
            setOpen(false);
            focusById(OPEN_ID);
          }}
        />
      ) : (
        <button
          type="button"
          id={OPEN_ID}
          className="button form__submit"
          onClick={() => {
            setOpen(true);
            focusById(suggestions.length > 0 ? SUGGESTION_ID : KIND_ID);
          }}
        >
          Pass on to an owner or film office
        </button>
      )}
    </section>
  );
}

function PassOnForm(props: { api: Api; enquiry: EnquiryCase; suggestions: readonly Recipient[]; onClose: () => void }) {
  const { api, enquiry, suggestions, onClose } = props;
  const toast = useToast();
  const passOn = useMutation(passOnMutation(api));
  const [locations, setLocations] = useState<readonly number[]>(() =>
    enquiry.locations.map(({ position }) => position),
  );
  const { form, submit, field, alerts } = useValidatedForm(
    passOnForm,
    LABELS,
    async (message) => {
      if (locations.length === 0 && enquiry.locations.length > 0) throw new ApiError('INVALID', CHOOSE_LOCATIONS);
      const { id, version } = enquiry;
      const { message: sent } = await passOn.mutateAsync({ id, version, ...message, locations: [...locations] });
      onClose();
      toast({ text: sent });
    },
    { defaultValues: INITIAL },
  );
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedForm(isDirty && !isSubmitting);
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      {alerts}
      <p className="muted small">
        They see your message, these locations and the details of the filming, but not the name and email address of the
        sender or this conversation. A film office of the list that has accounts here sees the whole enquiry.
      </p>
      {suggestions.length > 0 && (
        <SuggestionChoice
          suggestions={suggestions}
          showsCounts={enquiry.locations.length > 1}
          onChoose={({ kind, name, email, locations: theirs }) => {
            form.setValue('kind', kind, { shouldDirty: true });
            form.setValue('name', name, { shouldDirty: true });
            form.setValue('email', email, { shouldDirty: true });
            form.clearErrors(['kind', 'name', 'email']);
            if (theirs.length > 0) setLocations(theirs);
          }}
        />
      )}
      <SelectField
        {...field('kind')}
        id={KIND_ID}
        required
        options={passOnForm.shape.kind.options.map((kind) => [kind, PARTICIPANT_KINDS[kind]])}
      />
      <div className="two">
        <Field {...field('name')} required>
          {(control) => <input {...control} autoComplete="off" />}
        </Field>
        <Field {...field('email')} required>
          {(control) => <input {...control} type="email" autoComplete="off" />}
        </Field>
      </div>
      {enquiry.locations.length > 1 && <LocationChoice enquiry={enquiry} chosen={locations} onChange={setLocations} />}
      <Field {...field('text')} required>
        {(control) => <textarea {...control} rows={5} />}
      </Field>
      <div className="form__actions">
        <button type="submit" className="button" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Sending…' : 'Pass on'}
        </button>
        <button type="button" className="button button--quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** The owners of the locations and the film offices: fills in whom the enquiry goes to, and for which locations. */
function SuggestionChoice(props: {
  suggestions: readonly Recipient[];
  showsCounts: boolean;
  onChoose: (chosen: Recipient) => void;
}) {
  const { suggestions, showsCounts, onChoose } = props;
  const [chosen, setChosen] = useState('');
  return (
    <div className="field">
      <div className="field__name">
        <label htmlFor={SUGGESTION_ID}>Owners of the locations and film offices</label>
      </div>
      <select
        id={SUGGESTION_ID}
        className="input"
        value={chosen}
        onChange={({ currentTarget: { value } }) => {
          setChosen(value);
          const suggestion = suggestions[Number(value)];
          if (value !== '' && suggestion) onChoose(suggestion);
        }}
      >
        <option value="">Choose one, or fill in somebody else</option>
        {suggestions.map(({ kind, name, locations }, index) => (
          <option key={index} value={index}>
            {PARTICIPANT_KINDS[kind]}: {name}
            {showsCounts && locations.length > 0 && ` (${formatCount(locations.length, 'location')})`}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The locations that the recipient sees. */
function LocationChoice(props: {
  enquiry: EnquiryCase;
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}) {
  const { enquiry, chosen, onChange } = props;
  return (
    <fieldset className="field enquiry-location-choice">
      <legend>Locations</legend>
      <div>
        {enquiry.locations.map(({ position, title }) => (
          <label key={position} className="checkbox-row">
            <input
              type="checkbox"
              checked={chosen.includes(position)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, position] : chosen.filter((other) => other !== position))
              }
            />
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
