import { type ReactNode, useState } from 'react';
import type { DownloadedFile } from '../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { Download } from '../../../ui/table/icons.tsx';
import type { ExportFormat } from '../../locations/catalogue/export-formats/schema.ts';

const ExportDialog = lazyDialog(() => import('../../locations/catalogue/export-formats/ui/ExportDialog.tsx'));

/**
 * The button that exports the locations of a board, with its dialog.
 * @param props.fetchFile fetches all locations of the board in a format
 */
export function BoardExport(props: {
  fetchFile: (format: ExportFormat) => Promise<DownloadedFile>;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Download />
        Export
      </button>
      <LazyMount isWanted={isOpen}>
        <ExportDialog title="Export board" fetchFile={props.fetchFile} open={isOpen} onClose={() => setOpen(false)}>
          {props.children}
        </ExportDialog>
      </LazyMount>
    </>
  );
}
