import { useId } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { RecordBar, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { UnsavedForms } from '../../../../ui/record/UnsavedForms.tsx';
import { getMailto } from '../../../../ui/mailto.ts';
import { downloadFile } from '../../../../ui/download-file.ts';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { caseQuery } from '../../cases/client.ts';
import { enquiryFile } from '../../cases/contract.ts';
import { type EnquiryCase, PARTICIPANT_KINDS, type Participant } from '../../cases/schema.ts';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { MessageList } from '../thread/MessageList.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { DetailsFormSection } from './DetailsFormSection.tsx';
import { NotesSection } from './NotesSection.tsx';
import { PassOnSection } from './PassOnSection.tsx';
import { DueDate, ENQUIRY_LIST, StateMark } from './enquiry-list.tsx';
import '../../../../ui/form.css';
import '../../../../ui/record/record.css';
import './enquiries.css';

/** An enquiry as the Locations Team works on it. */
export function EnquiryCasePage({ api, id }: { api: Api; id: string }) {
  const { data: enquiry } = useSuspenseQuery({ ...caseQuery(api, id), refetchOnWindowFocus: true });
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: ENQUIRY_LIST.path }} />
      <RecordTitle
        title={
          <>
            <span className="enquiry-reference">{enquiry.reference}</span>: {enquiry.name}
          </>
        }
      >
        <StateMark state={enquiry.state} />
        <span>{enquiry.assignee ? `Assigned to ${formatPerson(enquiry.assignee)}` : 'Assigned to nobody'}</span>
        {enquiry.due_on !== null && (
          <span>
            Due <DueDate {...enquiry} />
          </span>
        )}
        <span>Received {formatDateTime(enquiry.created_at)}</span>
      </RecordTitle>
      <UnsavedForms>
        <div className="record">
          <div className="enquiry-conversations">
            <SenderFacts enquiry={enquiry} />
            {enquiry.participants.map((participant) => (
              <Conversation key={participant.id} api={api} enquiry={enquiry} participant={participant} />
            ))}
          </div>
          <div className="enquiry-side">
            <DetailsFormSection key={id} api={api} enquiry={enquiry} />
            <NotesSection api={api} enquiry={enquiry} />
            {enquiry.state !== 'SPAM' && <PassOnSection api={api} enquiry={enquiry} />}
          </div>
        </div>
      </UnsavedForms>
    </main>
  );
}

function SenderFacts({ enquiry }: { enquiry: EnquiryCase }) {
  return (
    <dl className="facts enquiry-facts">
      <div>
        <dt>Email</dt>
        <dd>
          <a className="link" href={getMailto(enquiry.email)}>
            {enquiry.email}
          </a>
        </dd>
      </div>
      <div>
        <dt>Telephone</dt>
        <dd>{enquiry.phone ?? 'Not given'}</dd>
      </div>
      <div className="enquiry-facts__wide">
        <dt>{enquiry.locations.length === 1 ? 'Location' : 'Locations'}</dt>
        <dd>
          {enquiry.locations.length === 0 && 'None: a general enquiry'}
          <ul>
            {enquiry.locations.map(({ id, position, title, is_accessible }) => (
              <li key={position}>
                {id !== null && is_accessible ? (
                  <a className="link" href={`/admin/locations/${id}`}>
                    {title}
                  </a>
                ) : (
                  `${title} (${id === null ? 'deleted' : 'outside your area'})`
                )}
              </li>
            ))}
          </ul>
          {enquiry.board_title !== null && <p className="muted small">From the board ‘{enquiry.board_title}’</p>}
        </dd>
      </div>
    </dl>
  );
}

function Conversation(props: { api: Api; enquiry: EnquiryCase; participant: Participant }) {
  const { api, enquiry, participant } = props;
  const id = useId();
  const errorDialog = useErrorDialog();
  const download = useMutation({
    mutationFn: (fileId: string) => api(enquiryFile, { id: enquiry.id, fileId }),
    onSuccess: downloadFile,
    onError: errorDialog.report,
  });
  return (
    <section aria-labelledby={id} className="enquiry-conversation">
      <h2 id={id}>
        {participant.kind === 'SENDER' ? 'Conversation with' : PARTICIPANT_KINDS[participant.kind]} {participant.name}
      </h2>
      {participant.locations.length > 0 && participant.locations.length < enquiry.locations.length && (
        <p className="muted small">
          About{' '}
          {enquiry.locations
            .filter(({ position }) => participant.locations.includes(position))
            .map(({ title }) => title)
            .join(', ')}
        </p>
      )}
      <MessageList
        messages={participant.messages.map((message) => ({
          ...message,
          author: message.from_team
            ? message.author
              ? formatPerson(message.author)
              : 'Locations Team'
            : participant.name,
        }))}
        onDownload={(fileId) => !download.isPending && download.mutate(fileId)}
      />
      {enquiry.state === 'SPAM' ? (
        <p className="muted">This enquiry is marked as spam. Change its state to write.</p>
      ) : (
        <AnswerForm api={api} enquiry={enquiry} participant={participant} />
      )}
      {errorDialog.alert}
    </section>
  );
}
