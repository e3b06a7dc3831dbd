import { useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { Field } from '../../../../ui/Field.tsx';
import { useUnsavedForm } from '../../../../ui/record/UnsavedForms.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { answerMutation } from '../../cases/client.ts';
import { type EnquiryCase, type Participant, STATES, STATES_AFTER_ANSWER, messageText } from '../../cases/schema.ts';
import type { EnquiryFile } from '../../files/schema.ts';
import { uploadFile } from '../../files/client.ts';
import { templatesQuery } from '../../templates/client.ts';
import { type Template, fillTemplate } from '../../templates/schema.ts';
import { FileField } from '../thread/FileField.tsx';

const LABELS = { text: 'Answer', state: 'State afterwards' } as const;
const answerForm = z.object({ text: messageText, state: z.enum(STATES_AFTER_ANSWER) });

/** Writes to a participant: the message goes out by email. */
export function AnswerForm(props: { api: Api; enquiry: EnquiryCase; participant: Participant }) {
  const { api, enquiry, participant } = props;
  const toast = useToast();
  const answer = useMutation(answerMutation(api));
  const [files, setFiles] = useState<readonly EnquiryFile[]>([]);
  const [isUploading, setUploading] = useState(false);
  const initial = { text: '', state: participant.kind === 'SENDER' ? 'ANSWERED' : 'WAITING' } as const;
  const { form, submit, field, alerts } = useValidatedForm(
    answerForm,
    LABELS,
    async (typed, { reset }) => {
      const { id, version } = enquiry;
      const fileIds = files.map((file) => file.id);
      const message = { id, version, participantId: participant.id, ...typed, files: fileIds };
      const { message: sent } = await answer.mutateAsync(message);
      reset(initial);
      setFiles([]);
      toast({ text: sent });
    },
    // Leaving the empty answer with the keyboard is no error.
    { defaultValues: initial, mode: 'onSubmit' },
  );
  const { isDirty, isSubmitting } = form.formState;
  const isBusy = isUploading || isSubmitting;
  useUnsavedForm((isDirty || files.length > 0) && !isSubmitting);
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      {alerts}
      <TemplateChoice
        api={api}
        onChoose={(template) => {
          const text = fillTemplate(template, {
            name: participant.name,
            reference: enquiry.reference,
            locations: enquiry.locations.map(({ title }) => title).join(', '),
          });
          const typed = form.getValues('text').trim();
          form.setValue('text', typed === '' ? text : `${typed}\n\n${text}`, { shouldDirty: true });
          form.setFocus('text');
        }}
      />
      <Field {...field('text')} required hint={`Goes by email to ${participant.email}, with a link to reply.`}>
        {(control) => <textarea {...control} rows={6} />}
      </Field>
      <FileField
        upload={(file) => uploadFile(api, file)}
        label="Files"
        files={files}
        onChange={setFiles}
        onBusy={setUploading}
      />
      <Field {...field('state')}>
        {(control) => (
          <select {...control}>
            {STATES_AFTER_ANSWER.map((state) => (
              <option key={state} value={state}>
                {STATES[state]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <button type="submit" className="button button--primary form__submit" aria-disabled={isBusy}>
        {isSubmitting ? 'Sending…' : `Send to ${participant.name}`}
      </button>
    </form>
  );
}

/** Adds the text of a template to the answer. */
function TemplateChoice({ api, onChoose }: { api: Api; onChoose: (template: Template) => void }) {
  const id = useId();
  const templates = useQuery(templatesQuery(api)).data ?? [];
  if (templates.length === 0) return null;
  return (
    <div className="field">
      <div className="field__name">
        <label htmlFor={id}>Template</label>
      </div>
      <select
        id={id}
        className="input"
        value=""
        onChange={(event) => {
          const chosen = templates.find((template) => template.id === event.currentTarget.value);
          if (chosen) onChoose(chosen);
        }}
      >
        <option value="">Choose a template</option>
        {templates.map((template) => (
          <option key={template.id} value={template.id}>
            {template.name}
          </option>
        ))}
      </select>
    </div>
  );
}
