import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { Field } from '../../../../ui/Field.tsx';
import { Bin, CircleAlert, Enlarge, Pencil } from '../../../../ui/icons.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { Picture } from '../../../media/ui/Picture.tsx';
import { updatePhotographMutation } from '../client.ts';
import { photographTexts } from '../contract.ts';
import type { ReccePhotograph } from '../../recce-photographs/schema.ts';

interface Edit {
  readonly api: Api;
  readonly boardId: string;
}

/** A recce photograph with its caption and actions. @param props.edit null for people who only see it */
export function RecceTile(props: {
  photograph: ReccePhotograph;
  name: string;
  edit: Edit | null;
  onEnlarge: () => void;
  onDelete: () => void;
}) {
  const { photograph, name, edit, onEnlarge, onDelete } = props;
  const { id, picture, problem } = photograph;
  const [isDescribed, setDescribed] = useState(false);
  const focusById = useFocusById();
  const describeId = `describe-${id}`;
  const close = () => {
    setDescribed(false);
    focusById(describeId);
  };
  return (
    <article aria-label={name}>
      {picture ? (
        <div className="frame">
          <Picture picture={picture} sizes="(min-width: 600px) 300px, 100vw" />
          <button
            type="button"
            className="icon-button icon-button--on-picture recce-enlarge"
            aria-label={`Enlarge ${name}`}
            onClick={onEnlarge}
          >
            <Enlarge />
          </button>
        </div>
      ) : (
        <div className="frame recce-status small">
          {problem === null ? (
            'Being checked…'
          ) : (
            <span>
              <CircleAlert small /> {problem}
            </span>
          )}
        </div>
      )}
      <p className="recce-name">{name}</p>
      {edit && isDescribed && picture ? (
        <TextsForm {...edit} id={id} picture={picture} onDone={close} />
      ) : (
        edit && (
          <div className="recce-actions">
            {picture && (
              <button
                type="button"
                id={describeId}
                className="note__edit"
                aria-label={`Describe ${name}`}
                onClick={() => setDescribed(true)}
              >
                <Pencil small />
                {picture.alt ? 'Describe' : 'Add alternative text'}
              </button>
            )}
            <button type="button" className="note__edit" aria-label={`Delete ${name}`} onClick={onDelete}>
              <Bin small />
              Delete
            </button>
          </div>
        )
      )}
    </article>
  );
}

function TextsForm(props: Edit & { id: string; picture: { caption: string | null; alt: string }; onDone: () => void }) {
  const { api, boardId, id, picture, onDone } = props;
  const update = useMutation(updatePhotographMutation(api));
  const { form, submit, field, alerts } = useValidatedForm(
    photographTexts,
    { caption: 'Caption', alt: 'Alternative text' },
    async (texts) => {
      await update.mutateAsync({ id: boardId, photographId: id, ...texts });
      onDone();
    },
    { defaultValues: { caption: picture.caption ?? '', alt: picture.alt } },
  );
  return (
    <form method="post" noValidate onSubmit={submit} className="form">
      {alerts}
      <Field {...field('caption')}>{(control) => <input {...control} autoComplete="off" />}</Field>
      <Field {...field('alt')} hint="What the photograph shows, for people who cannot see it">
        {(control) => <input {...control} autoComplete="off" />}
      </Field>
      <p className="recce-actions">
        <button
          type="submit"
          className="button button--compact button--primary"
          aria-disabled={form.formState.isSubmitting}
        >
          Save
        </button>
        <button type="button" className="button button--compact button--quiet" onClick={onDone}>
          Cancel
        </button>
      </p>
    </form>
  );
}
