import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { formatDate } from '../../../platform/text/dates.ts';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { Bin } from '../../../ui/icons.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { downloadFile } from '../../../ui/download-file.ts';
import { Download } from '../../../ui/table/icons.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { deleteDocumentMutation, documentsQuery } from '../client.ts';
import { documentFile } from '../contract.ts';
import { MAX_DOCUMENTS, type LocationDocument, formatSize } from '../schema.ts';
import { DocumentForm } from './DocumentForm.tsx';
import '../../../ui/record/record.css';
import '../../../ui/item-list.css';
import './documents.css';
import { documentLimit } from '../messages.ts';

/** Gets the focus after a document is added or deleted. */
const TITLE_ID = 'documents';

/** The documents of a location, for the Locations Team. */
export function DocumentsTab({ api, id }: { api: Api; id: string }) {
  const { data, error } = useQuery(documentsQuery(api, id));
  const focusById = useFocusById();
  const [added, setAdded] = useState(0);
  const onDone = () => {
    setAdded(added + 1);
    focusById(TITLE_ID);
  };
  return (
    <div className="record">
      <section aria-labelledby={TITLE_ID}>
        <h2 id={TITLE_ID} tabIndex={-1}>
          Documents
        </h2>
        {error && !data && <ErrorAlert message={getErrorMessage(error)} />}
        {!error && !data && <p className="muted">Loading…</p>}
        {data?.length === 0 && (
          <p className="muted documents__empty">
            None yet. Neither the public nor the owner sees these documents: risk assessments, agreements, notes of a
            visit.
          </p>
        )}
        {data && <DocumentList api={api} id={id} documents={data} />}
      </section>
      <section aria-labelledby="add-document">
        <h2 id="add-document">Add a document</h2>
        {data && data.length >= MAX_DOCUMENTS ? (
          <p className="muted documents__empty">{documentLimit(MAX_DOCUMENTS)}</p>
        ) : (
          <DocumentForm key={added} api={api} id={id} onDone={onDone} />
        )}
      </section>
    </div>
  );
}

function DocumentList({ api, id, documents }: { api: Api; id: string; documents: readonly LocationDocument[] }) {
  const errorDialog = useErrorDialog();
  const deletion = useDeleteDialog(api, id);
  const download = useMutation({
    mutationFn: (documentId: string) => api(documentFile, { id, documentId }),
    onSuccess: downloadFile,
    onError: errorDialog.report,
  });
  return (
    <>
      <ul className="documents item-list">
        {documents.map((document) => (
          <li key={document.id}>
            <div>
              <strong>{document.name}</strong>
              <p className="small muted">
                {formatSize(document.bytes)}, added on {formatDate(document.created_at)} by{' '}
                {document.uploaded_by.first_name} {document.uploaded_by.last_name}
              </p>
            </div>
            <button
              type="button"
              className="icon-button"
              aria-label={`Download ${document.name}`}
              aria-disabled={download.isPending}
              onClick={() => !download.isPending && download.mutate(document.id)}
            >
              <Download />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Delete ${document.name}`}
              onClick={() => deletion.open(document)}
            >
              <Bin />
            </button>
          </li>
        ))}
      </ul>
      {deletion.dialog}
      {errorDialog.alert}
    </>
  );
}

/** Deletes a document after confirmation. */
function useDeleteDialog(api: Api, id: string) {
  const toast = useToast();
  const focusById = useFocusById();
  const deletion = useMutation(deleteDocumentMutation(api, id));
  const [document, setDocument] = useState<LocationDocument>();
  const [isOpen, setOpen] = useState(false);
  const dialog = (
    <ConfirmDialog
      open={isOpen}
      onClose={() => setOpen(false)}
      title="Delete document?"
      confirmLabel="Delete document"
      onConfirm={async () => {
        if (!document) return;
        const { message } = await deletion.mutateAsync(document.id);
        toast({ text: message });
        focusById(TITLE_ID);
      }}
    >
      <p>‘{document?.name}’ and its file will be deleted for ever, for everybody in the team.</p>
    </ConfirmDialog>
  );
  const open = (document: LocationDocument) => {
    // The document stays set while the dialog closes.
    setDocument(document);
    setOpen(true);
  };
  return { open, dialog };
}
