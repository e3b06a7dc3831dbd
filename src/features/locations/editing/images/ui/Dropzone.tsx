import { useRef } from 'react';
import { Image } from '../../../../../ui/icons.tsx';
import { useFileDrop } from '../../../../../ui/useFileDrop.ts';
import { MAX_PICTURE_BYTES, MIN_PICTURE_SIDE } from '../../../../media/schema.ts';
import { MAX_IMAGES } from '../schema.ts';
import { PICTURE_TYPES } from '../../../../media/schema.ts';
import { pictureRules } from '../../../../media/messages.ts';

/** Id of the button that chooses files, for the focus. */
export const CHOOSE_ID = 'choose-files';

/** Receives photographs: dropped anywhere on the page, chosen, or taken with the camera. */
export function Dropzone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hovered = useFileDrop(onFiles);
  const take = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])]);
    // So that the same file can be chosen again.
    input.value = '';
  };
  const types = PICTURE_TYPES.join();
  return (
    <div className={hovered ? 'dropzone dropzone--hovered' : 'dropzone'}>
      <Image />
      <div>
        <p>
          <b className="dropzone__drop">Drop pictures here</b>
          <b className="dropzone__touch">Add pictures</b>
        </p>
        <p className="small muted">
          {pictureRules(MIN_PICTURE_SIDE, MAX_PICTURE_BYTES)} each and {MAX_IMAGES} in all. The first picture is the
          primary image.
        </p>
      </div>
      <div className="dropzone__actions">
        <button type="button" id={CHOOSE_ID} className="button" onClick={() => picker.current?.click()}>
          Choose files
        </button>
        <button type="button" className="button dropzone__camera" onClick={() => camera.current?.click()}>
          Take a photograph
        </button>
      </div>
      <input ref={picker} type="file" accept={types} multiple hidden onChange={(event) => take(event.currentTarget)} />
      <input
        ref={camera}
        type="file"
        accept={types}
        capture="environment"
        hidden
        onChange={(event) => take(event.currentTarget)}
      />
    </div>
  );
}
