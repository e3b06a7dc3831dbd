import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { CircleAlert, X } from '../../../../ui/icons.tsx';
import { uploadRemoval } from '../../images/client.ts';
import type { Uploader } from '../../../media/uploads/uploader.ts';
import type { PendingUpload } from './pending-uploads.ts';

/**
 * A photograph on its way: how far it has come, or what keeps it.
 * @param props.onRemove it is being given up by the button with the id `removeId`, which goes with it
 */
export function UploadTile(props: {
  api: Api;
  locationId: string;
  upload: PendingUpload;
  uploader: Uploader;
  removeId: string;
  onRemove: () => void;
  onFailure: (error: unknown) => void;
}) {
  const { api, locationId, upload, uploader, removeId, onRemove, onFailure } = props;
  const { name, state, sendingKey, uploadId, problem } = upload;
  const removal = useMutation(uploadRemoval(api, locationId));
  const isBad = state === 'FAILED' || state === 'REFUSED';
  const remove = () => {
    onRemove();
    if (sendingKey !== null) uploader.cancel(sendingKey);
    else if (uploadId !== null) removal.mutateAsync(uploadId).catch(onFailure);
  };
  return (
    <article className={isBad ? 'image image--bad' : 'image'} aria-label={name}>
      <div className="frame image__wait">
        {isBad ? (
          <p role="alert">
            <CircleAlert small /> {problem}
          </p>
        ) : (
          <p>{wordsOf(upload)}</p>
        )}
        {!isBad && <Bar upload={upload} />}
        {state === 'FAILED' && sendingKey !== null && uploader.canRetry(sendingKey) && (
          <button type="button" className="button" onClick={() => uploader.retry(sendingKey)}>
            Try again
          </button>
        )}
      </div>
      <div className="image__bar">
        <span className="image__name">{name}</span>
        {state !== 'CHECKING' && (
          <button
            type="button"
            id={removeId}
            className="icon-button"
            aria-label={isBad ? `Remove ${name}` : `Cancel ${name}`}
            onClick={remove}
          >
            <X />
          </button>
        )}
      </div>
    </article>
  );
}

function wordsOf({ state, share, problem }: PendingUpload): string {
  if (state === 'WAITING') return 'Waiting';
  if (state === 'CHECKING') return 'Checking…';
  if (state === 'INTERRUPTED') return `${problem ?? ''} Sending goes on by itself, from ${percent(share)}.`;
  if (state === 'STOPPED') return `Stopped at ${percent(share)}. Choose the same file again to go on.`;
  return `Uploading, ${percent(share)}`;
}

function percent(share: number): string {
  return `${Math.floor(share * 100)}%`;
}

/** Without a value where nobody can say how long it takes. */
function Bar({ upload: { name, state, share } }: { upload: PendingUpload }) {
  if (state === 'CHECKING') return <progress aria-label={`Checking ${name}`} />;
  return <progress aria-label={`Sent of ${name}`} value={Math.floor(share * 100)} max={100} />;
}
