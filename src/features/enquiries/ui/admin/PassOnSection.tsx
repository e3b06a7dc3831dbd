import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, ApiError } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/numbers.ts';
import { Field } from '../../../../ui/Field.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import '../../../../ui/checkbox.css';
import { passOnMutation, recipientsQuery } from '../../cases/client.ts';
import { CHOOSE_LOCATIONS } from '../../cases/messages.ts';
import { type EnquiryCase, PARTICIPANT_KINDS, passOnForm } from '../../cases/schema.ts';

const LABELS = { kind: 'To', name: 'Name', email: 'E-mail', locations: 'Locations', text: 'Message' } as const;
const INITIAL = { kind: 'FILM_OFFICE', name: '', email: '', text: '', locations: [] as number[] } as const;

/** Passes an enquiry on to the owner of a location or a film office. */
export function PassOnSection({ api, enquiry }: { api: Api; enquiry: EnquiryCase }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="enquiry-pass-on">
      <h2 id="enquiry-pass-on">Pass on</h2>
      {isOpen ? (
        <PassOnForm api={api} enquiry={enquiry} onDone={() => setOpen(false)} />
      ) : (
        <button type="button" className="button form__submit" onClick={() => setOpen(true)}>
          Pass on to an owner or film office
        </button>
      )}
    </section>
  );
}

function PassOnForm({ api, enquiry, onDone }: { api: Api; enquiry: EnquiryCase; onDone: () => void }) {
  const toast = useToast();
  const passOn = useMutation(passOnMutation(api));
  const suggestions = useQuery(recipientsQuery(api, enquiry.id)).data ?? [];
  const [locations, setLocations] = useState<readonly number[]>(() =>
    enquiry.locations.map(({ position }) => position),
  );
  const { form, submit, field, alerts } = useValidatedForm(
    passOnForm,
    LABELS,
    async (message) => {
      if (locations.length === 0 && enquiry.locations.length > 0) throw new ApiError('INVALID', CHOOSE_LOCATIONS);
      const { message: sent } = await passOn.mutateAsync({ id: enquiry.id, ...message, locations: [...locations] });
      onDone();
      toast({ text: sent });
    },
    { defaultValues: INITIAL },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      {alerts}
      <p className="muted small">
        They see your message, these locations and what is known about the filming: neither the name and address of the
        sender nor this conversation. A film office of the list that has accounts here sees the whole enquiry.
      </p>
      {suggestions.length > 0 && (
        <ul className="attached-files">
          {suggestions.map(({ kind, name, email, locations: theirs }) => (
            <li key={`${kind} ${name} ${email}`}>
              <button
                type="button"
                className="button button--compact"
                onClick={() => {
                  form.reset({ ...form.getValues(), kind, name, email });
                  setLocations(theirs);
                  form.setFocus(email === '' ? 'email' : 'text');
                }}
              >
                {PARTICIPANT_KINDS[kind]}: {name}
                {enquiry.locations.length > 1 && ` (${formatCount(theirs.length, 'location')})`}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field {...field('kind')} required>
        {(control) => (
          <select {...control}>
            {passOnForm.shape.kind.options.map((kind) => (
              <option key={kind} value={kind}>
                {PARTICIPANT_KINDS[kind]}
              </option>
            ))}
          </select>
        )}
      </Field>
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
      <button type="submit" className="button form__submit" aria-disabled={form.formState.isSubmitting}>
        {form.formState.isSubmitting ? 'Sending…' : 'Pass on'}
      </button>
    </form>
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
    </fieldset>
  );
}
