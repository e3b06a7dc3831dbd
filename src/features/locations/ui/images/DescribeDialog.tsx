import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type Api, isConflict } from '../../../../platform/http/contract.ts';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Field, SendButton } from '../../../../ui/Field.tsx';
import { Picture } from '../../../media/ui/Picture.tsx';
import { imageChange } from '../../images/client.ts';
import { type PictureOfLocation, imageForm } from '../../images/schema.ts';

const words = imageForm.pick({ alt: true, caption: true, credit: true });
const LABELS = { alt: 'Alternative text', caption: 'Caption', credit: 'Photographer' } as const;
type Words = Record<keyof typeof LABELS, string>;

/** Asks what is to be said of an image, while it is there. */
export default function DescribeDialog(props: {
  api: Api;
  locationId: string;
  image: PictureOfLocation | undefined;
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
  image: PictureOfLocation;
  onClose: () => void;
  onSaved: (imageId: string) => void;
}) {
  const change = useMutation(imageChange(api, locationId));
  /** What this form goes by: it stays so until somebody else's words have been seen. */
  const [base, setBase] = useState(image);
  const [hasConflict, setHasConflict] = useState(false);
  const { form, submit, field, alerts } = useValidatedForm(
    words,
    LABELS,
    async (typed) => {
      try {
        // Once both are on the screen, what is typed was chosen over what was saved.
        const { version } = hasConflict ? image : base;
        await change.mutateAsync({ imageId: image.id, version, ...typed });
      } catch (error) {
        setHasConflict(isConflict(error));
        throw error;
      }
      onSaved(image.id);
    },
    { defaultValues: wordsOf(base) },
  );
  const take = (name: keyof Words) => {
    form.setValue(name, wordsOf(image)[name]);
    setBase(image);
  };
  return (
    <form className="describe" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        {hasConflict && <SavedMeanwhile typed={form.getValues()} saved={wordsOf(image)} onTake={take} />}
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
            <li>Says nothing: ‘Photo of the house’, ‘IMG 2041’.</li>
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
        <SendButton sending={form.formState.isSubmitting}>Save description</SendButton>
      </div>
    </form>
  );
}

/** What somebody else, or another tab, has saved of the same image; nothing of it is overwritten unseen. */
function SavedMeanwhile(props: { typed: Words; saved: Words; onTake: (name: keyof Words) => void }) {
  const { typed, saved, onTake } = props;
  const names = (Object.keys(LABELS) as (keyof Words)[]).filter((name) => typed[name].trim() !== saved[name]);
  return (
    <div className="describe__conflict small">
      <p>This was saved meanwhile. Save your description to replace it, or take what was saved.</p>
      <dl className="facts facts--one">
        {names.map((name) => (
          <div key={name}>
            <dt>{LABELS[name]}</dt>
            <dd>
              {saved[name] || 'Nothing'}{' '}
              <button type="button" className="link text-button" onClick={() => onTake(name)}>
                Take this {LABELS[name].toLowerCase()}
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function wordsOf({ alt, caption, credit }: PictureOfLocation): Words {
  return { alt: alt ?? '', caption: caption ?? '', credit: credit ?? '' };
}
