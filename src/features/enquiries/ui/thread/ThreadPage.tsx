import { type ReactNode, useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { downloadFile } from '../../../../ui/download-file.ts';
import { Field, NeedsScript, SubmitButton } from '../../../../ui/Field.tsx';
import { SuccessAlert } from '../../../../ui/FormMessages.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { messageText } from '../../cases/schema.ts';
import type { EnquiryFile } from '../../files/schema.ts';
import { formatFilmingDates } from '../../format-filming-dates.ts';
import { PRODUCTION_KINDS } from '../../schema.ts';
import { replyMutation, threadQuery } from '../../thread/client.ts';
import { threadFile } from '../../thread/contract.ts';
import type { Conversation, Thread } from '../../thread/schema.ts';
import { uploadFile } from '../../files/client.ts';
import { FileField } from './FileField.tsx';
import { MessageList } from './MessageList.tsx';
import '../../../../ui/form.css';
import '../../../../ui/sections.css';
import './thread.css';

/** The conversation of a participant with the Locations Team, and a form to reply. */
export function ThreadPage(props: { api: Api; conversation: Conversation; backLink?: ReactNode }) {
  const { api, conversation, backLink } = props;
  const { data: thread } = useSuspenseQuery({ ...threadQuery(api, conversation), refetchOnWindowFocus: true });
  const errorDialog = useErrorDialog();
  const download = useMutation({
    mutationFn: (fileId: string) => api(threadFile, { ...conversation, fileId }),
    onSuccess: downloadFile,
    onError: errorDialog.report,
  });
  return (
    <main id="content" tabIndex={-1} className="wrap thread-page">
      {backLink}
      <h1 className="display display--3">{thread.is_sender ? 'Your enquiry' : 'An enquiry for you'}</h1>
      <ThreadFacts thread={thread} />
      <section aria-labelledby="conversation">
        <h2 id="conversation" className="display display--1">
          Conversation
        </h2>
        <MessageList
          messages={thread.messages.map((message) => ({
            ...message,
            author: message.from_team ? (message.office ?? 'Locations Team') : thread.name,
          }))}
          onDownload={(fileId) => !download.isPending && download.mutate(fileId)}
        />
      </section>
      <section aria-labelledby="reply">
        <h2 id="reply" className="display display--1">
          Reply
        </h2>
        <ReplyForm api={api} conversation={conversation} />
      </section>
      {errorDialog.alert}
    </main>
  );
}

function ThreadFacts({ thread }: { thread: Thread }) {
  const { reference, locations, production, production_kind, crew_size } = thread;
  const facts = [
    ['Reference', reference],
    ['Production', production],
    ['Kind of production', production_kind && PRODUCTION_KINDS[production_kind]],
    ['Filming', formatFilmingDates(thread)],
    ['Crew size', crew_size],
  ].filter(([, value]) => value !== null && value !== '');
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {locations.length > 0 && (
        <div className="thread-page__wide">
          <dt>{locations.length === 1 ? 'Location' : 'Locations'}</dt>
          <dd>
            <ul>
              {locations.map(({ title, locationurl }, index) => (
                <li key={index}>
                  {locationurl === null ? (
                    title
                  ) : (
                    <a className="link" href={`/find-a-location/${locationurl}`}>
                      {title}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}

const LABELS = { text: 'Message' } as const;
const textForm = z.object({ text: messageText });

function ReplyForm({ api, conversation }: { api: Api; conversation: Conversation }) {
  const reply = useMutation(replyMutation(api));
  const [files, setFiles] = useState<readonly EnquiryFile[]>([]);
  const [isUploading, setUploading] = useState(false);
  const [sent, setSent] = useState<string>();
  const { form, submit, field, alerts } = useValidatedForm(
    textForm,
    LABELS,
    async ({ text }, { reset }) => {
      setSent(undefined);
      const { message } = await reply.mutateAsync({ ...conversation, text, files: files.map(({ id }) => id) });
      reset({ text: '' });
      setFiles((current) => current.filter((file) => !files.includes(file)));
      setSent(message);
    },
    { defaultValues: { text: '' } },
  );
  const { isSubmitting } = form.formState;
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <NeedsScript />
      {sent !== undefined && <SuccessAlert message={sent} />}
      {alerts}
      <Field {...field('text')} required>
        {(control) => <textarea {...control} rows={7} readOnly={isSubmitting} />}
      </Field>
      <FileField
        upload={(file) => uploadFile(api, file)}
        label="Files"
        files={files}
        onChange={setFiles}
        onBusy={setUploading}
      />
      <SubmitButton isSubmitting={isSubmitting || isUploading}>Send message</SubmitButton>
    </form>
  );
}
