import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { FieldError } from '../../../../ui/Field.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { FocalPoint, FocalPointHint } from '../../../media/ui/FocalPoint.tsx';
import {
  MAX_PICTURE_BYTES,
  MIN_PICTURE_SIDE,
  PICTURE_TYPES,
  type Picture as PictureData,
} from '../../../media/schema.ts';
import { Picture } from '../../../media/ui/Picture.tsx';
import { contentPicturesQuery } from '../../editing/client.ts';
import { TextField, getFieldId, useField } from './fields.tsx';
import { uploadPicture } from './upload-picture.ts';
import { pictureRules } from '../../../media/messages.ts';

/** A picture of a page, chosen from the existing ones or uploaded, with its texts and its focal point. */
export function PictureField({ path, label }: { path: string; label: string }) {
  const { api } = useRouteContext({ from: '__root__' });
  const { value, problem, set } = useField(path);
  const [choosing, setChoosing] = useState(false);
  const image = value as PictureData | null | undefined;
  const id = getFieldId(path);
  return (
    <fieldset className="field picture-field">
      <legend>{label}</legend>
      {image && (
        <>
          <div className="frame picture-field__frame">
            <Picture picture={image} sizes="420px" />
            <FocalPoint
              name={label.toLowerCase()}
              size={image}
              focal={image.focal}
              onMove={(focal) => set({ ...image, focal })}
              onDone={(focal) => set({ ...image, focal })}
            />
          </div>
          <FocalPointHint className="field__hint" />
          <div className="two">
            <TextField path={`${path}.alt`} label="Alternative text" optional emptyValue="" />
            <TextField path={`${path}.caption`} label="Caption of the picture" optional />
            <TextField path={`${path}.credit`} label="Photographer" optional />
            <TextField path={`${path}.licence`} label="Licence" optional />
          </div>
        </>
      )}
      <div className="picture-field__actions">
        <button type="button" id={id} className="button button--compact" onClick={() => setChoosing(true)}>
          {image ? 'Choose another picture' : 'Choose a picture'}
        </button>
        {image && (
          <button type="button" className="button button--compact" onClick={() => set(null)}>
            Remove the picture
          </button>
        )}
      </div>
      {problem !== undefined && <FieldError id={`${id}-error`} message={problem} />}
      <Dialog open={choosing} onClose={() => setChoosing(false)} title="Choose a picture" shape="large">
        <Choice
          api={api}
          onChoose={(chosen) => {
            set(chosen);
            setChoosing(false);
          }}
        />
      </Dialog>
    </fieldset>
  );
}

function Choice({ api, onChoose }: { api: Api; onChoose: (picture: PictureData) => void }) {
  const { data: pictures } = useQuery(contentPicturesQuery(api));
  const [progress, setProgress] = useState<'Uploading…' | 'Processing…'>();
  const [error, setError] = useState<unknown>();
  const pendingUpload = useRef<AbortController>(null);
  // Aborts the upload when the dialog closes or another picture is chosen.
  useEffect(() => () => pendingUpload.current?.abort(), []);
  const upload = async (file: File | undefined) => {
    if (!file || progress) return;
    setProgress('Uploading…');
    setError(undefined);
    pendingUpload.current = new AbortController();
    const { signal } = pendingUpload.current;
    try {
      onChoose(await uploadPicture(file, { api, signal, onProcessing: () => setProgress('Processing…') }));
    } catch (uploadError) {
      if (!signal.aborted) setError(uploadError);
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <div className="dialog__body">
      {error !== undefined && <ErrorAlert message={getErrorMessage(error)} />}
      <label className="picture-file">
        <span className="button">Upload a new picture</span>
        <input
          type="file"
          accept={PICTURE_TYPES.join()}
          aria-disabled={progress !== undefined}
          onChange={({ target }) => {
            void upload(target.files?.[0]);
            // So that the same file can be chosen once more.
            target.value = '';
          }}
        />
        <span className="small muted">{pictureRules(MIN_PICTURE_SIDE, MAX_PICTURE_BYTES)}.</span>
      </label>
      <div className="picture-file__state">
        <span role="status">{progress}</span>
        {progress && <progress aria-hidden />}
      </div>
      <h3 className="label">Pictures of other pages</h3>
      <ul className="picture-choice">
        {pictures?.map((picture) => (
          <li key={picture.sha256}>
            <button type="button" onClick={() => onChoose(picture)} aria-label={getPictureName(picture)}>
              <span className="frame">
                <Picture picture={{ ...picture, alt: '' }} sizes="220px" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function getPictureName({ alt, caption, credit }: PictureData): string {
  return alt || caption || (credit === null ? 'Picture, photographer unknown' : `Picture by ${credit}`);
}
