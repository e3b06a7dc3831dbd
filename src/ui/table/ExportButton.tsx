import { useState } from 'react';
import type { DownloadedFile } from '../../platform/http/contract.ts';
import { useErrorDialog } from '../useErrorDialog.tsx';
import { downloadFile } from '../download-file.ts';
import { Download } from './icons.tsx';

/**
 * Downloads a list as a file.
 * @param props.what name of the list, where a page has several
 * @param props.label another text for files that are no CSV
 * @param props.fetchFile fetches the whole list as CSV, with the current filters and sort order
 */
export function ExportButton(props: { what?: string; label?: string; fetchFile: () => Promise<DownloadedFile> }) {
  const { what, label = 'Export CSV', fetchFile } = props;
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
        <Download small /> {busy ? 'Exporting…' : label}
        {what && <span className="visually-hidden"> of {what}</span>}
      </button>
      {alert}
    </>
  );
}
