import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type Api, isConflict } from '../../../../../platform/http/contract.ts';
import { useValidatedForm } from '../../../../../ui/useValidatedForm.tsx';
import { Dialog } from '../../../../../ui/Dialog.tsx';
import { Field, SubmitButton } from '../../../../../ui/Field.tsx';
import { Picture } from '../../../../media/ui/Picture.tsx';
import { changeImageMutation } from '../client.ts';
import { type LocationImage, imageForm } from '../schema.ts';

const textsForm = imageForm.pick({ alt: true, caption: true, credit: true });
const LABELS = { alt: 'Alternative text', caption: 'Caption', credit: 'Photographer' } as const;
type Texts = Record<keyof typeof LABELS, string>;

/** Edits the texts of an image. Closed when the image does not exist. */
export default function DescribeDialog(props: {
  api: Api;
  locationId: string;
  image: LocationImage | undefined;
  open: boolean;
  onClose: () => void;
  onSaved: (imageId: string) => void;
}) {
  const { api, locationId, image, open, onClose, onSaved } = props;
  return (
    <Dialog open={open && image !== undefined} onClose={onClose} title="Describe this image">
      {image && (
        <Form key={image.id} api={api} locationId={locationId} image={image} onClose={onClose} onSaved={onSaved} />
      )}
    </Dialog>
  );
}

function Form({
  api,
  locationId,
  image,
  onClose,
  onSaved,
}: {
  api: Api;
  locationId: string;
  image: LocationImage;
  onClose: () => void;
  onSaved: (imageId: string) => void;
}) {
  const change = useMutation(changeImageMutation(api, locationId));
  /** The version that this form is based on, until a conflicting one has been shown. */
  const [base, setBase] = useState(image);
  const [hasConflict, setHasConflict] = useState(false);
  const { form, submit, field, alerts } = useValidatedForm(
    textsForm,
    LABELS,
    async (texts) => {
      try {
        // After a conflict both texts are shown: saving then overwrites deliberately.
        const { version } = hasConflict ? image : base;
        await change.mutateAsync({ imageId: image.id, version, ...texts });
      } catch (error) {
        setHasConflict(isConflict(error));
        throw error;
      }
      onSaved(image.id);
    },
    { defaultValues: toTexts(base) },
  );
  const restoreSaved = (name: keyof Texts) => {
    form.setValue(name, toTexts(image)[name]);
    setBase(image);
  };
  return (
    <form className="describe" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        {hasConflict && <SavedTexts typed={form.getValues()} saved={toTexts(image)} onUse={restoreSaved} />}
        <div className="frame describe__picture">
          <Picture picture={{ ...image, alt: '' }} sizes="(min-width: 600px) 520px, 100vw" crop={false} />
        </div>
        <Field
          {...field('alt')}
          hint="What would you tell somebody on the telephone who cannot see the picture? One or two sentences."
        >
          {(control) => <textarea {...control} rows={3} />}
        </Field>
        <details className="describe__examples small">
          <summary>Examples</summary>
          <ul>
            <li>
              Good: ‘Panelled drawing room with three tall windows on the sea; a stone fireplace on the left, room for a
              crew of twenty.’
            </li>
            <li>Good: ‘Cobbled yard between two low barns, seen from the gate.’</li>
            <li>Not helpful: ‘Photo of the house’, ‘IMG 2041’.</li>
          </ul>
        </details>
        <Field {...field('caption')} hint="Shown below the picture. It may say what the picture does not show.">
          {(control) => <input {...control} type="text" autoComplete="off" />}
        </Field>
        <Field {...field('credit')} hint="Who made the picture, as it should be named beside it.">
          {(control) => <input {...control} type="text" autoComplete="off" />}
        </Field>
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--quiet" onClick={onClose}>
          Cancel
        </button>
        <SubmitButton isSubmitting={form.formState.isSubmitting}>Save description</SubmitButton>
      </div>
    </form>
  );
}

/** The texts that another user or tab has saved since. */
function SavedTexts(props: { typed: Texts; saved: Texts; onUse: (name: keyof Texts) => void }) {
  const { typed, saved, onUse } = props;
  const names = (Object.keys(LABELS) as (keyof Texts)[]).filter((name) => typed[name].trim() !== saved[name]);
  return (
    <div className="describe__conflict small">
      <p>Somebody else has saved other texts. Save your description to replace them, or use the saved texts.</p>
      <dl className="facts facts--one">
        {names.map((name) => (
          <div key={name}>
            <dt>{LABELS[name]}</dt>
            <dd>
              {saved[name] || 'Nothing'}{' '}
              <button type="button" className="link text-button" onClick={() => onUse(name)}>
                Use this {LABELS[name].toLowerCase()}
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function toTexts({ alt, caption, credit }: LocationImage): Texts {
  return { alt: alt ?? '', caption: caption ?? '', credit: credit ?? '' };
}
