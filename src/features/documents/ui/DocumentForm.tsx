import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { type Api, isApiError } from '../../../platform/http/contract.ts';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { Field, RequiredNote } from '../../../ui/Field.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { addDocumentMutation } from '../client.ts';
import { DOCX_TYPE, MAX_DOCUMENT_BYTES, documentName, toDocumentName } from '../schema.ts';
import { CHOOSE_DOCUMENT, documentTooLarge } from '../messages.ts';
import '../../../ui/file-input.css';

const LABELS = { file: 'File', name: 'Name' } as const;

/** The checks that need no content of the file; the server validates it. */
const documentForm = z.object({
  file: z
    .custom<FileList | null>()
    .transform((files) => files?.item(0))
    .pipe(
      z
        .custom<File>((file) => file instanceof File && /\.docx$/i.test(file.name), CHOOSE_DOCUMENT)
        .refine(({ size }) => size <= MAX_DOCUMENT_BYTES, documentTooLarge(MAX_DOCUMENT_BYTES)),
    ),
  name: documentName,
});

export function DocumentForm({ api, id, onDone }: { api: Api; id: string; onDone: () => void }) {
  const toast = useToast();
  const upload = useMutation(addDocumentMutation(api, id));
  const [sent, setSent] = useState(0);
  const { form, submit, field, alerts } = useValidatedForm(
    documentForm,
    LABELS,
    async ({ file, name }, { setError }) => {
      const onProgress = (bytes: number) => setSent(Math.min(1, bytes / file.size));
      setSent(0);
      try {
        const { message } = await upload.mutateAsync({ file, name, onProgress });
        toast({ text: message });
        onDone();
      } catch (error) {
        const problem = isApiError(error) ? error.fields?.['file'] : undefined;
        if (problem === undefined) throw error;
        // Shown at the field only, not above the form too.
        setError('file', { message: problem });
      }
    },
    { defaultValues: { file: null, name: '' } },
  );
  const file = field('file');
  const suggestName = (chosen: File | undefined) => {
    if (!chosen || form.formState.dirtyFields.name) return;
    form.setValue('name', toDocumentName(chosen.name), { shouldValidate: form.formState.isSubmitted });
  };
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <RequiredNote />
      {alerts}
      <Field {...file} required hint={`A Word document (.docx) of up to ${MAX_DOCUMENT_BYTES / 1024 ** 2} MB.`}>
        {(control) => (
          <input
            {...control}
            className="input input--file"
            type="file"
            accept={`.docx,${DOCX_TYPE}`}
            onChange={(event) => {
              void control.onChange(event);
              suggestName(event.currentTarget.files?.[0]);
            }}
          />
        )}
      </Field>
      <Field {...field('name')} required>
        {(control) => <input {...control} type="text" autoComplete="off" />}
      </Field>
      {upload.isPending && <progress className="documents__progress" aria-label="Upload progress" value={sent} />}
      <button
        type="submit"
        className="button button--primary form__submit"
        aria-disabled={upload.isPending}
        onMouseDown={(event) => event.preventDefault()}
      >
        {upload.isPending ? 'Uploading…' : 'Add document'}
      </button>
    </form>
  );
}
