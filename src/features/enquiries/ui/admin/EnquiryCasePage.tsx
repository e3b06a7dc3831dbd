import { type ReactNode, useId, useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { RecordBar, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { RecordPagerLinks } from '../../../../ui/record/RecordPagerLinks.tsx';
import { UnsavedForms } from '../../../../ui/record/UnsavedForms.tsx';
import { useListUrl } from '../../../../ui/table/record-pager.ts';
import { getMailto } from '../../../../ui/mailto.ts';
import { downloadFile } from '../../../../ui/download-file.ts';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { findConflicts } from '../../../availability/contract.ts';
import { LocationConflicts } from '../../../availability/ui/LocationConflicts.tsx';
import { caseQuery } from '../../cases/client.ts';
import { enquiryFile } from '../../cases/contract.ts';
import { type EnquiryCase, PARTICIPANT_KINDS, type Participant } from '../../cases/schema.ts';
import { type Person, formatPerson } from '../../../entry-subjects/schema.ts';
import { MessageList } from '../thread/MessageList.tsx';
import { DetailsFormSection } from './DetailsFormSection.tsx';
import { MessageForm } from './MessageForm.tsx';
import { PassOnSection } from './PassOnSection.tsx';
import { DueDate, ENQUIRY_LIST, ENQUIRY_NOUN, StateMark, getEnquiryPath } from './enquiry-list.tsx';
import { enquiryPager } from './enquiry-pager.ts';
import '../../../../ui/form.css';
import '../../../../ui/record/record.css';
import './enquiries.css';

const OutcomeDialog = lazyDialog(() => import('./OutcomeDialog.tsx'));

/**
 * An enquiry as the Locations Team works on it.
 * @param props.renderAside renders what the page shows below the details
 */
export function EnquiryCasePage(props: { api: Api; id: string; renderAside: (enquiry: EnquiryCase) => ReactNode }) {
  const { api, id, renderAside } = props;
  const { data: enquiry } = useSuspenseQuery({ ...caseQuery(api, id), refetchOnWindowFocus: true });
  const [isClosing, setClosing] = useState(false);
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar
        back={{ href: useListUrl(ENQUIRY_LIST) }}
        steps={
          <RecordPagerLinks
            pager={enquiryPager.usePager(api, id)}
            noun={ENQUIRY_NOUN}
            getPath={(other) => getEnquiryPath({ id: other })}
          />
        }
      >
        <button type="button" className="button button--compact" onClick={() => setClosing(true)}>
          {enquiry.state === 'CLOSED' ? 'Change outcome' : 'Close the enquiry'}
        </button>
      </RecordBar>
      <LazyMount isWanted={isClosing}>
        <OutcomeDialog api={api} enquiry={enquiry} open={isClosing} onClose={() => setClosing(false)} />
      </LazyMount>
      <RecordTitle
        title={
          <>
            <span className="reference">{enquiry.reference}</span>: {enquiry.name}
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
          <div className="enquiry-conversation">
            <SenderFacts enquiry={enquiry} />
            <LocationConflicts
              locations={enquiry.locations.flatMap(({ id: of, title }) => (of === null ? [] : [{ id: of, title }]))}
              from={enquiry.filming_from}
              to={enquiry.filming_to}
              find={(input) => api(findConflicts, { ...input, enquiry: id })}
            />
            <Conversation api={api} enquiry={enquiry} />
          </div>
          <div className="enquiry-side">
            <DetailsFormSection key={id} api={api} enquiry={enquiry} />
            {renderAside(enquiry)}
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

/** All messages and notes in the order in which they were written, and the form for the next one. */
function Conversation({ api, enquiry }: { api: Api; enquiry: EnquiryCase }) {
  const id = useId();
  const errorDialog = useErrorDialog();
  const download = useMutation({
    mutationFn: (fileId: string) => api(enquiryFile, { id: enquiry.id, fileId }),
    onSuccess: downloadFile,
    onError: errorDialog.report,
  });
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Conversation</h2>
      {enquiry.participants.map((participant) => (
        <PassedOnLocations key={participant.id} enquiry={enquiry} participant={participant} />
      ))}
      <MessageList
        messages={listMessages(enquiry)}
        onDownload={(fileId) => !download.isPending && download.mutate(fileId)}
      />
      {enquiry.state === 'SPAM' && (
        <p className="muted">This enquiry is marked as spam. Change its state to write to the sender.</p>
      )}
      <MessageForm key={enquiry.state === 'SPAM' ? 'spam' : 'open'} api={api} enquiry={enquiry} />
      {errorDialog.alert}
    </section>
  );
}

function PassedOnLocations({ enquiry, participant }: { enquiry: EnquiryCase; participant: Participant }) {
  const { name, locations } = participant;
  if (locations.length === 0 || locations.length === enquiry.locations.length) return null;
  const titles = enquiry.locations.filter(({ position }) => locations.includes(position)).map(({ title }) => title);
  return (
    <p className="muted small">
      {name} has it for {titles.join(', ')}.
    </p>
  );
}

/** The messages of all conversations and the notes, oldest first. */
function listMessages({ participants, notes }: EnquiryCase) {
  const formatAuthor = (author: Person | null) => (author ? formatPerson(author) : 'Locations Team');
  const messages = participants.flatMap(({ kind, name, messages: theirs }) =>
    theirs.map((message) => ({
      ...message,
      author: message.from_team ? formatAuthor(message.author) : name,
      audience: message.from_team ? `to ${name}` : kind === 'SENDER' ? undefined : `(${PARTICIPANT_KINDS[kind]})`,
    })),
  );
  const noted = notes.map((note) => ({
    ...note,
    author: formatAuthor(note.author),
    from_team: true,
    isNote: true,
    audience: 'Internal note',
    quoted_text: null,
    omitted_files: [],
    files: [],
  }));
  return [...messages, ...noted].toSorted((a, b) => a.created_at.localeCompare(b.created_at));
}
