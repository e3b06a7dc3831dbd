import { useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { Field } from '../../../../ui/Field.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { useUnsavedForm } from '../../../../ui/record/UnsavedForms.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { answerMutation, noteMutation } from '../../cases/client.ts';
import { type EnquiryCase, PARTICIPANT_KINDS, STATES, STATES_AFTER_ANSWER, messageText } from '../../cases/schema.ts';
import type { EnquiryFile } from '../../files/schema.ts';
import { uploadFile } from '../../files/client.ts';
import { templatesQuery } from '../../templates/client.ts';
import { type Template, fillTemplate } from '../../templates/schema.ts';
import { FileField } from '../thread/FileField.tsx';

/** Stands for the team among the recipients. */
const TEAM = 'team';
const LABELS = { to: 'To', text: 'Message', state: 'State afterwards' } as const;
const messageForm = z.object({ to: z.string(), text: messageText, state: z.enum(STATES_AFTER_ANSWER) });

/** Writes to a participant by email, or a note to colleagues. */
export function MessageForm({ api, enquiry }: { api: Api; enquiry: EnquiryCase }) {
  const { id, version, participants } = enquiry;
  const toast = useToast();
  const answer = useMutation(answerMutation(api));
  const addNote = useMutation(noteMutation(api));
  const [files, setFiles] = useState<readonly EnquiryFile[]>([]);
  const [isUploading, setUploading] = useState(false);
  const canAnswer = enquiry.state !== 'SPAM';
  const { form, submit, field, alerts } = useValidatedForm(
    messageForm,
    LABELS,
    async ({ to, text, state }, { reset, getValues }) => {
      const fileIds = files.map((file) => file.id);
      const { message } =
        to === TEAM
          ? await addNote.mutateAsync({ id, text })
          : await answer.mutateAsync({ id, version, participantId: to, text, state, files: fileIds });
      // The recipient may have been changed meanwhile.
      reset({ ...getValues(), text: '' });
      setFiles((current) => current.filter((file) => !files.includes(file)));
      toast({ text: message });
    },
    // Leaving the empty message with the keyboard is no error.
    {
      defaultValues: { to: canAnswer ? (participants[0]?.id ?? TEAM) : TEAM, text: '', state: 'ANSWERED' },
      mode: 'onSubmit',
    },
  );
  const { isSubmitting, dirtyFields } = form.formState;
  const isBusy = isUploading || isSubmitting;
  useUnsavedForm((Boolean(dirtyFields.text) || files.length > 0) && !isSubmitting);
  const to = useWatch({ control: form.control, name: 'to' });
  const recipient = participants.find((participant) => participant.id === to);
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      {alerts}
      <Field {...field('to')}>
        {(control) => (
          <select
            {...control}
            onChange={(event) => {
              const { value } = event.currentTarget;
              void control.onChange(event);
              const kind = participants.find((participant) => participant.id === value)?.kind;
              form.setValue('state', kind === 'SENDER' ? 'ANSWERED' : 'WAITING');
            }}
          >
            {canAnswer &&
              participants.map((participant) => (
                <option key={participant.id} value={participant.id}>
                  {PARTICIPANT_KINDS[participant.kind]}: {participant.name}
                </option>
              ))}
            <option value={TEAM}>Internal note</option>
          </select>
        )}
      </Field>
      {recipient && (
        <TemplateChoice
          api={api}
          disabled={isSubmitting}
          onChoose={(template) => {
            const text = fillTemplate(template, {
              name: recipient.name,
              reference: enquiry.reference,
              locations: enquiry.locations.map(({ title }) => title).join(', '),
            });
            const typed = form.getValues('text').trim();
            form.setValue('text', typed === '' ? text : `${typed}\n\n${text}`, { shouldDirty: true });
            form.setFocus('text');
          }}
        />
      )}
      <Field
        {...field('text')}
        required
        hint={
          recipient
            ? `Goes by email to ${recipient.email}, with a link to reply.`
            : 'Neither the sender nor an owner sees notes.'
        }
      >
        {(control) => <textarea {...control} rows={6} readOnly={isSubmitting} />}
      </Field>
      {recipient && (
        <>
          <FileField
            upload={(file) => uploadFile(api, file)}
            label="Files"
            files={files}
            onChange={setFiles}
            onBusy={setUploading}
          />
          <SelectField {...field('state')} options={STATES_AFTER_ANSWER.map((state) => [state, STATES[state]])} />
        </>
      )}
      <button type="submit" className="button button--primary form__submit" aria-disabled={isBusy}>
        {recipient ? (isSubmitting ? 'Sending…' : `Send to ${recipient.name}`) : 'Add note'}
      </button>
    </form>
  );
}

/** Adds the text of a template to the message. */
function TemplateChoice({
  api,
  disabled,
  onChoose,
}: {
  api: Api;
  disabled: boolean;
  onChoose: (template: Template) => void;
}) {
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
        disabled={disabled}
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
