import { useId, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { Field } from '../../../ui/Field.tsx';
import { SuccessAlert } from '../../../ui/FormMessages.tsx';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { FileField } from '../../enquiries/ui/thread/FileField.tsx';
import { linkMutation, uploadPhotograph } from '../client.ts';
import { answerCallOut, deletePhotograph } from '../contract.ts';
import { DAYS_LABEL } from '../messages.ts';
import { ANSWERS, type Answer, type AskedPlace, MAX_PHOTOGRAPHS, answerForm } from '../schema.ts';
import '../../../ui/form.css';

const wordsForm = answerForm.pick({ days: true, note: true });

interface Props {
  readonly api: Api;
  readonly token: string;
  readonly place: AskedPlace;
}

/** A place with what its owner says about it. */
export function PlaceItem({ api, token, place }: Props) {
  const { id: answerId, title } = place;
  const headingId = useId();
  const answer = useMutation(linkMutation(api, token, answerCallOut));
  const chosen = useRef<Answer>('YES');
  const [saved, setSaved] = useState<string>();
  const { form, submit, field, alerts } = useValidatedForm(
    wordsForm,
    { days: DAYS_LABEL, note: 'Note' },
    async (words) => {
      setSaved(undefined);
      const { message } = await answer.mutateAsync({ token, answerId, answer: chosen.current, ...words });
      setSaved(message);
    },
    { defaultValues: { days: place.days ?? '', note: place.note ?? '' } },
  );
  const button = (wanted: Answer, label: string, style: string) => (
    <button
      type="button"
      className={`button ${style}`}
      aria-disabled={form.formState.isSubmitting}
      onClick={(event) => {
        chosen.current = wanted;
        submit(event);
      }}
    >
      {label}
      <span className="visually-hidden"> for {title}</span>
    </button>
  );
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="display display--1">
        {title}
      </h2>
      {place.place !== null && <p className="muted">{place.place}</p>}
      {/* Enter in a field chooses no answer. */}
      <form className="form" noValidate onSubmit={(event) => event.preventDefault()}>
        {saved !== undefined && <SuccessAlert message={saved} />}
        {place.answer !== null && <p>Your answer: {ANSWERS[place.answer]}. You can change it until the last day.</p>}
        {alerts}
        <Field {...field('days')} hint="Such as ‘1 to 5 June, not on Sundays’.">
          {(control) => <input {...control} maxLength={300} />}
        </Field>
        <Field {...field('note')} hint="Such as how a crew gets in, or what has changed since your photographs.">
          {(control) => <textarea {...control} rows={3} maxLength={1000} />}
        </Field>
        <Photographs api={api} token={token} place={place} />
        <div className="form__actions">
          {button('YES', 'Yes, it is possible', 'button--primary')}
          {button('NO', 'No', '')}
        </div>
      </form>
    </section>
  );
}

/** Photographs are sent as they are chosen, whatever the answer. */
function Photographs({ api, token, place }: Props) {
  const { id: answerId, title } = place;
  const [files, setFiles] = useState(place.photographs);
  const errorDialog = useErrorDialog();
  const remove = useMutation({ ...linkMutation(api, token, deletePhotograph), onError: errorDialog.report });
  return (
    <>
      <FileField
        label={`Photographs of ${title}`}
        hint={`Up to ${MAX_PHOTOGRAPHS}, as JPEG, PNG or WebP of at most 25 MB. They are not published.`}
        accept=".jpg,.jpeg,.png,.webp"
        max={MAX_PHOTOGRAPHS}
        files={files}
        upload={(file) => uploadPhotograph(api, { token, answerId }, file)}
        onChange={(changed) => {
          const removed = files.find(({ id }) => !changed.some((file) => file.id === id));
          if (!removed) setFiles(changed.map((file) => ({ problem: null, ...file })));
          else if (!remove.isPending) {
            const onSuccess = () => setFiles((all) => all.filter(({ id }) => id !== removed.id));
            remove.mutate({ token, photographId: removed.id }, { onSuccess });
          }
        }}
        onBusy={() => {}}
      />
      {files.map(
        ({ id, name, problem }) =>
          problem !== null && (
            <p key={id} className="error">
              {name}: {problem}
            </p>
          ),
      )}
      {errorDialog.alert}
    </>
  );
}
