import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { CircleAlert, X } from '../../../../../ui/icons.tsx';
import { cancelUploadMutation } from '../client.ts';
import type { Uploader } from '../../../../media/uploads/browser-uploader.ts';
import type { PendingUpload } from './pending-uploads.ts';

/**
 * An upload with its progress or error.
 * @param props.removeId id of the button that cancels it
 * @param props.onRemove called when it is cancelled, which removes the button
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
  const { name, state, localKey, uploadId, problem } = upload;
  const removal = useMutation(cancelUploadMutation(api, locationId));
  const hasFailed = state === 'FAILED' || state === 'REJECTED';
  const remove = () => {
    onRemove();
    if (localKey !== null) uploader.cancel(localKey);
    else if (uploadId !== null) removal.mutateAsync(uploadId).catch(onFailure);
  };
  return (
    <article className={hasFailed ? 'image image--failed' : 'image'} aria-label={name}>
      <div className="frame image__status">
        {hasFailed ? (
          <p role="alert">
            <CircleAlert small /> {problem}
          </p>
        ) : (
          <p>{getStatusText(upload)}</p>
        )}
        {!hasFailed && <ProgressBar upload={upload} />}
        {state === 'FAILED' && localKey !== null && uploader.canRetry(localKey) && (
          <button type="button" className="button" onClick={() => uploader.retry(localKey)}>
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
            aria-label={hasFailed ? `Remove ${name}` : `Cancel ${name}`}
            onClick={remove}
          >
            <X />
          </button>
        )}
      </div>
    </article>
  );
}

function getStatusText({ state, share, problem }: PendingUpload): string {
  if (state === 'WAITING') return 'Waiting';
  if (state === 'CHECKING') return 'Checking…';
  if (state === 'INTERRUPTED')
    return `${problem ?? ''} The upload will resume automatically (${formatPercent(share)} uploaded).`;
  if (state === 'STOPPED') return `Stopped at ${formatPercent(share)}. Choose the same file again to continue.`;
  return `Uploading, ${formatPercent(share)}`;
}

function formatPercent(share: number): string {
  return `${Math.floor(share * 100)}%`;
}

/** Indeterminate while the file is checked. */
function ProgressBar({ upload: { name, state, share } }: { upload: PendingUpload }) {
  if (state === 'CHECKING') return <progress aria-label={`Checking ${name}`} />;
  return <progress aria-label={`Upload progress of ${name}`} value={Math.floor(share * 100)} max={100} />;
}
