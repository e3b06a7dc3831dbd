import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api, DownloadedFile } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { downloadFile } from '../../../../ui/download-file.ts';
import { Bin } from '../../../../ui/icons.tsx';
import { Download } from '../../../../ui/table/icons.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { formatSize } from '../../../documents/schema.ts';
import { DELETED_FOR_ALL, formatFilesTitle } from '../../messages.ts';
import { type BoardLocation, getTitle } from '../../schema.ts';
import { deleteFileMutation, sendFile } from '../client.ts';
import { type BoardFile, MAX_LOCATION_FILES } from '../../recce-files/schema.ts';
import { FileUpload } from './FileUpload.tsx';
import './files.css';

/**
 * Dialog with the files of a location on a board.
 * @param props.fetchFile fetches one of them
 * @param props.edit null for people who only see them
 */
export default function FilesDialog(props: {
  item: Pick<BoardLocation, 'id' | 'files' | 'location'> & Partial<Pick<BoardLocation, 'unpublished'>>;
  fetchFile: (fileId: string) => Promise<DownloadedFile>;
  edit: { readonly api: Api; readonly boardId: string } | null;
  open: boolean;
  onClose: () => void;
}) {
  const { item, fetchFile, edit, open, onClose } = props;
  const [deleted, setDeleted] = useState<BoardFile>();
  const failures = useErrorDialog();
  return (
    <Dialog open={open} onClose={onClose} title={formatFilesTitle(getTitle({ unpublished: null, ...item }))}>
      <div className="dialog__body">
        <p className="muted small">Only people who see the notes of this board see these files.</p>
        {edit && (
          <FileUpload
            id={`files-${item.id}`}
            label="Add files"
            hint={`PDFs and Word documents (.docx) of at most 10 MB each, ${MAX_LOCATION_FILES} in all.`}
            accept=".pdf,.docx"
            status=""
            onSend={(file) => sendFile(edit.api, { id: edit.boardId, locationId: item.id }, file)}
          />
        )}
        {item.files.length === 0 && <p>There are no files yet.</p>}
        <ul className="board-files">
          {item.files.map((file) => (
            <li key={file.id}>
              <button
                type="button"
                className="button button--quiet board-files__name"
                onClick={() => void fetchFile(file.id).then(downloadFile).catch(failures.report)}
              >
                <Download />
                <span>
                  <span className="visually-hidden">Download </span>
                  {file.name} <span className="muted small">{formatSize(file.bytes)}</span>
                </span>
              </button>
              {edit && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Delete ${file.name}`}
                  onClick={() => setDeleted(file)}
                >
                  <Bin />
                </button>
              )}
            </li>
          ))}
        </ul>
        {edit && <DeleteDialog {...edit} file={deleted} onClose={() => setDeleted(undefined)} />}
        {failures.alert}
      </div>
    </Dialog>
  );
}

function DeleteDialog(props: { api: Api; boardId: string; file: BoardFile | undefined; onClose: () => void }) {
  const { api, boardId, file, onClose } = props;
  const deletion = useMutation(deleteFileMutation(api));
  return (
    <ConfirmDialog
      open={file !== undefined}
      onClose={onClose}
      title="Delete this file?"
      confirmLabel="Delete file"
      onConfirm={() => deletion.mutateAsync({ id: boardId, fileId: file!.id })}
    >
      <p>{DELETED_FOR_ALL}</p>
    </ConfirmDialog>
  );
}
