import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { formatDateTime } from '../../../platform/text/dates.ts';
import type { Api } from '../../../platform/http/contract.ts';
import { formatCount, formatNumber } from '../../../platform/text/numbers.ts';
import { Field } from '../../../ui/Field.tsx';
import { RecordBar, RecordTitle } from '../../../ui/record/RecordHeader.tsx';
import { downloadFile } from '../../../ui/download-file.ts';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { BACK_TO_LOCATIONS } from '../../locations/bulk-changes/messages.ts';
import { formatPerson } from '../../entry-subjects/schema.ts';
import { importsQuery, uploadMutation } from '../browser/client.ts';
import { importTemplate } from '../browser/contract.ts';
import { type ImportSummary, MAX_FILE_BYTES, MAX_FILE_MB, MAX_ROWS } from '../browser/schema.ts';
import { CHOOSE_IMPORT_FILE, importTooLarge } from '../messages.ts';
import { STATE_LABELS, getImportPath } from './import-page.ts';
import '../../../ui/file-input.css';
import './imports.css';

const uploadForm = z.object({
  file: z
    .custom<FileList | null>()
    .transform((files) => files?.item(0))
    .pipe(
      z
        .custom<File>((file) => file instanceof File, CHOOSE_IMPORT_FILE)
        .refine(({ size }) => size <= MAX_FILE_BYTES, importTooLarge(MAX_FILE_MB)),
    ),
});

/** The first page of an import: a file to upload, and those that are not imported yet. */
export function ImportStartPage({ api }: { api: Api }) {
  const { data: waiting } = useSuspenseQuery(importsQuery(api));
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: '/admin/locations', label: BACK_TO_LOCATIONS }}>
        <TemplateButton api={api} />
      </RecordBar>
      <RecordTitle title="Import locations">
        <span>Nothing changes until you have seen what each row would do, and started the import.</span>
      </RecordTitle>
      <div className="import-start">
        <UploadForm api={api} />
        <section className="import-help" aria-labelledby="import-help">
          <h2 id="import-help">How it works</h2>
          <ol>
            <li>
              Upload a CSV or XLSX file. The first row has the headings; of a workbook with several sheets, you choose
              one.
            </li>
            <li>Choose which column is which field. The choice is saved for files with the same headings.</li>
            <li>
              Read the dry run: what each row would change and what is wrong. Choose options for values such as
              “castle”, and which rows are imported.
            </li>
            <li>Start the import. You can stop it, and undo it for an hour.</li>
          </ol>
          <p className="muted small">
            Rows find their location by its id or legacy id. A row without either is a new location, and is added again
            if you import it again. The file is deleted after the import, or after a day.
          </p>
        </section>
      </div>
      {waiting.length > 0 && <WaitingFiles files={waiting} />}
    </main>
  );
}

function TemplateButton({ api }: { api: Api }) {
  const { report, alert } = useErrorDialog();
  const download = async () => downloadFile(await api(importTemplate, {}));
  return (
    <>
      <button type="button" className="button button--compact" onClick={() => void download().catch(report)}>
        Download a template
      </button>
      {alert}
    </>
  );
}

function UploadForm({ api }: { api: Api }) {
  const router = useRouter();
  const upload = useMutation(uploadMutation(api));
  const [sent, setSent] = useState(0);
  const { submit, field, alerts } = useValidatedForm(
    uploadForm,
    { file: 'File' },
    async ({ file }) => {
      setSent(0);
      const onProgress = (bytes: number) => setSent(Math.min(1, bytes / file.size));
      const { id } = await upload.mutateAsync({ file, onProgress });
      await router.navigate({ href: getImportPath(id) });
    },
    { defaultValues: { file: null } },
  );
  return (
    <form className="form import-upload" method="post" noValidate onSubmit={submit}>
      {alerts}
      <Field
        {...field('file')}
        required
        hint={`CSV or XLSX, at most ${MAX_FILE_MB} MB and ${formatNumber(MAX_ROWS)} rows.`}
      >
        {(control) => <input {...control} className="input input--file" type="file" accept=".csv,.txt,.tsv,.xlsx" />}
      </Field>
      {upload.isPending && <progress aria-label="Upload progress" value={sent} />}
      <button type="submit" className="button button--primary form__submit" aria-disabled={upload.isPending}>
        {upload.isPending ? 'Uploading…' : 'Upload the file'}
      </button>
    </form>
  );
}

function WaitingFiles({ files }: { files: readonly ImportSummary[] }) {
  return (
    <section className="import-waiting" aria-labelledby="import-waiting">
      <h2 id="import-waiting">Not imported yet</h2>
      <ul>
        {files.map(({ id, file_name, row_count, state, created_by, created_at }) => (
          <li key={id}>
            <a className="link" href={getImportPath(id)}>
              {file_name}
            </a>
            <span className="muted small">
              {[
                formatCount(row_count, 'row'),
                STATE_LABELS[state],
                created_by && formatPerson(created_by),
                formatDateTime(created_at),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
