import { useState } from 'react';
import type { DownloadedFile } from '../../platform/http/contract.ts';
import { useErrorDialog } from '../useErrorDialog.tsx';
import { downloadFile } from '../download-file.ts';
import { Download } from './icons.tsx';

/**
 * Keeps a list as a file.
 * @param props.what the list, where a page has other things as well
 * @param props.fetchFile the whole list as it is filtered and sorted, as CSV
 */
export function ExportButton({ what, fetchFile }: { what?: string; fetchFile: () => Promise<DownloadedFile> }) {
  const [busy, setBusy] = useState(false);
  const { report, alert } = useErrorDialog();
  const download = async () => {
    setBusy(true);
    try {
      downloadFile(await fetchFile());
    } catch (error) {
      report(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="button button--compact"
        aria-disabled={busy}
        onClick={() => !busy && void download()}
      >
        <Download small /> {busy ? 'Exporting…' : 'Export CSV'}
        {what && <span className="visually-hidden"> of {what}</span>}
      </button>
      {alert}
    </>
  );
}
