import { useId, useState } from 'react';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type Api, isConflict } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { Bin } from '../../../../ui/icons.tsx';
import { RecordBar, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import {
  addTemplateMutation,
  deleteTemplateMutation,
  templatesQuery,
  updateTemplateMutation,
} from '../../templates/client.ts';
import { PLACEHOLDERS, type Template, templateForm } from '../../templates/schema.ts';
import { ENQUIRY_LIST } from './enquiry-list.tsx';
import '../../../../ui/form.css';
import '../../../../ui/record/record.css';
import './enquiries.css';

const LABELS = { name: 'Name', text: 'Text' } as const;
/** Gets the focus after a template is deleted. */
const TITLE_ID = 'templates';

/** The templates of answers, which the team edits. */
export function TemplatesPage({ api }: { api: Api }) {
  const { data: templates } = useSuspenseQuery(templatesQuery(api));
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: ENQUIRY_LIST.path, label: 'Back to enquiries' }} />
      <RecordTitle title="Templates of answers">
        <span>{PLACEHOLDERS.join(', ')} stand for the name, the reference and the locations of an enquiry.</span>
      </RecordTitle>
      <div className="record">
        <section aria-labelledby={TITLE_ID} className="enquiry-side">
          <h2 id={TITLE_ID} tabIndex={-1}>
            Templates
          </h2>
          {templates.length === 0 && <p className="muted">None yet.</p>}
          {templates.map((template) => (
            <EditTemplate key={`${template.id} ${template.version}`} api={api} template={template} />
          ))}
        </section>
        <section aria-labelledby="new-template">
          <h2 id="new-template">New template</h2>
          <AddTemplate api={api} />
        </section>
      </div>
    </main>
  );
}

function AddTemplate({ api }: { api: Api }) {
  const toast = useToast();
  const add = useMutation(addTemplateMutation(api));
  const { submit, field, alerts } = useValidatedForm(
    templateForm,
    LABELS,
    async (content, { reset }) => {
      const { message } = await add.mutateAsync(content);
      reset();
      toast({ text: message });
    },
    { defaultValues: { name: '', text: '' } },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      {alerts}
      <Field {...field('name')} required>
        {(control) => <input {...control} autoComplete="off" />}
      </Field>
      <Field {...field('text')} required>
        {(control) => <textarea {...control} rows={7} />}
      </Field>
      <button type="submit" className="button button--primary form__submit">
        Add template
      </button>
    </form>
  );
}

function EditTemplate({ api, template }: { api: Api; template: Template }) {
  const { id, version } = template;
  const titleId = useId();
  const toast = useToast();
  const focusById = useFocusById();
  const client = useQueryClient();
  const update = useMutation(updateTemplateMutation(api));
  const deletion = useMutation(deleteTemplateMutation(api));
  const [isDeleting, setDeleting] = useState(false);
  const { form, submit, field, alerts } = useValidatedForm(
    templateForm,
    LABELS,
    async (content) => {
      try {
        const { message } = await update.mutateAsync({ id, version, ...content });
        toast({ text: message });
      } catch (error) {
        if (isConflict(error)) await client.invalidateQueries(templatesQuery(api));
        throw error;
      }
    },
    { defaultValues: { name: template.name, text: template.text } },
  );
  return (
    <section aria-labelledby={titleId} className="enquiry-template">
      <h3 id={titleId}>{template.name}</h3>
      <form className="form" method="post" noValidate onSubmit={submit}>
        {alerts}
        <Field {...field('name')} required>
          {(control) => <input {...control} autoComplete="off" />}
        </Field>
        <Field {...field('text')} required>
          {(control) => <textarea {...control} rows={5} />}
        </Field>
        <div className="form__actions">
          <button type="submit" className="button button--compact" aria-disabled={form.formState.isSubmitting}>
            Save<span className="visually-hidden"> {template.name}</span>
          </button>
          <button type="button" className="button button--compact button--danger" onClick={() => setDeleting(true)}>
            <Bin small /> Delete<span className="visually-hidden"> {template.name}</span>
          </button>
        </div>
      </form>
      <ConfirmDialog
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title="Delete template?"
        confirmLabel="Delete template"
        onConfirm={async () => {
          const { message } = await deletion.mutateAsync({ id, version });
          toast({ text: message });
          focusById(TITLE_ID);
        }}
      >
        <p>‘{template.name}’ will be deleted for ever, for everybody in the team. Answers that were sent stay.</p>
      </ConfirmDialog>
    </section>
  );
}
