import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Image } from '../../../../../ui/icons.tsx';
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
  const hovered = useDrop(onFiles);
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

/** Whether files are dragged over the page. Prevents the browser from opening a file that is dropped outside the zone. */
function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [hovered, setHovered] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setHovered(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setHovered(false);
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      setHovered(false);
      take(files);
    };
    addEventListener('dragover', hover);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', hover);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return hovered;
}
