import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, fillPath, getErrorMessage } from '../../../platform/http/contract.ts';
import { formatDate } from '../../../platform/text/dates.ts';
import { formatNumber } from '../../../platform/text/numbers.ts';
import { downloadUrl } from '../../../ui/download-file.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { latestExportQuery, requestExportMutation } from '../client.ts';
import { createDownload, downloadExport } from '../contract.ts';
import { EXPORT_REQUESTED } from '../messages.ts';
import type { DataExport as Archive } from '../schema.ts';

/** Section of the profile with the archive of the user's data. */
export function DataExport({ api }: { api: Api }) {
  const { data, error } = useQuery(latestExportQuery(api));
  const request = useMutation(requestExportMutation(api));
  const [download, setDownload] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const archive = data?.export ?? null;
  const isWaiting = archive?.state === 'WAITING' || request.isPending;
  const problem = error ?? request.error ?? download.error;
  const save = async ({ id }: Archive) => {
    setDownload({ busy: true });
    try {
      await api(createDownload, { id });
      downloadUrl(`/api${fillPath(downloadExport.path, { id }).path}`, 'my-data.zip');
      setDownload({ busy: false });
    } catch (failure) {
      setDownload({ busy: false, error: failure });
    }
  };
  return (
    <section className="account-section" aria-labelledby="your-data">
      <h2 className="display display--1" id="your-data" tabIndex={-1}>
        Your data
      </h2>
      <p>
        You can download everything that we have stored about you: your account, boards, notes, locations with their
        pictures, enquiries, and what you have done here. It is one ZIP file with lists in JSON.
      </p>
      {problem !== undefined && problem !== null && <ErrorAlert message={getErrorMessage(problem)} />}
      <p role="status" className="muted">
        {archive && getStatus(archive)}
      </p>
      <div className="account-section__actions">
        {archive?.state === 'READY' && (
          <button
            type="button"
            className="button button--primary"
            aria-disabled={download.busy}
            onClick={() => !download.busy && void save(archive)}
          >
            {`Download your data (${formatSize(archive.bytes ?? 0)})`}
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-disabled={isWaiting}
          onClick={() => !isWaiting && request.mutate({})}
        >
          {archive?.state === 'READY' ? 'Ask for a newer copy' : 'Ask for your data'}
        </button>
      </div>
    </section>
  );
}

function getStatus({ state, requested_at, expires_at }: Archive): string {
  if (state === 'WAITING') return EXPORT_REQUESTED;
  if (state === 'FAILED') return 'We could not put your data together. Please ask for it again.';
  return `Your data of ${formatDate(requested_at)} is ready. You can download it until ${formatDate(expires_at ?? '')}.`;
}

const KB = 1024;

function formatSize(bytes: number): string {
  return bytes < KB ** 2
    ? `${formatNumber(Math.ceil(bytes / KB))} KB`
    : `${formatNumber(Math.ceil(bytes / KB ** 2))} MB`;
}
