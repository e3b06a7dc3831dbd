import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { Field } from '../../../../ui/Field.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { answerMutation } from '../../cases/client.ts';
import { type Participant, STATES, STATES_AFTER_ANSWER, messageText } from '../../cases/schema.ts';
import type { EnquiryFile } from '../../files/schema.ts';
import { uploadFile } from '../../files/client.ts';
import { FileField } from '../thread/FileField.tsx';

const LABELS = { text: 'Answer', state: 'State afterwards' } as const;
const answerForm = z.object({ text: messageText, state: z.enum(STATES_AFTER_ANSWER) });

/** Writes to a participant: the message goes out by mail. */
export function AnswerForm(props: { api: Api; enquiryId: string; participant: Participant }) {
  const { api, enquiryId, participant } = props;
  const toast = useToast();
  const answer = useMutation(answerMutation(api));
  const [files, setFiles] = useState<readonly EnquiryFile[]>([]);
  const [isUploading, setUploading] = useState(false);
  const initial = { text: '', state: participant.kind === 'SENDER' ? 'ANSWERED' : 'WAITING' } as const;
  const { form, submit, field, alerts } = useValidatedForm(
    answerForm,
    LABELS,
    async (typed, { reset }) => {
      const message = { id: enquiryId, participantId: participant.id, ...typed, files: files.map(({ id }) => id) };
      const { message: sent } = await answer.mutateAsync(message);
      reset(initial);
      setFiles([]);
      toast({ text: sent });
    },
    { defaultValues: initial },
  );
  const isBusy = isUploading || form.formState.isSubmitting;
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      {alerts}
      <Field {...field('text')} required hint={`Goes by mail to ${participant.email}, with a link to reply.`}>
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
        {form.formState.isSubmitting ? 'Sending…' : `Send to ${participant.name}`}
      </button>
    </form>
  );
}
