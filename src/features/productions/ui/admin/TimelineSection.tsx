import { useState } from 'react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { Pagination } from '../../../../ui/pagination/Pagination.tsx';
import { useUnsavedForm } from '../../../../ui/record/UnsavedForms.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { noteMutation, restoreMutation, timelineQuery } from '../../client.ts';
import { type Production, noteForm } from '../../schema.ts';
import type { TimelineEntry } from '../../timeline/schema.ts';

/** What happened with a production and in its enquiries, latest first, and the form for a note. */
export function TimelineSection({ api, production }: { api: Api; production: Production }) {
  const [page, setPage] = useState(1);
  const found = useQuery({ ...timelineQuery(api, production.id, page), placeholderData: keepPreviousData });
  const [restored, setRestored] = useState<TimelineEntry>();
  return (
    <section aria-labelledby="production-timeline">
      <h2 id="production-timeline" tabIndex={-1}>
        Timeline
      </h2>
      <NoteForm api={api} id={production.id} />
      {found.isError && <ErrorAlert message={getErrorMessage(found.error)} />}
      {found.data && (
        <>
          <ol className="production-timeline" aria-busy={found.isPlaceholderData}>
            {found.data.data.map((entry) => (
              <li key={entry.id}>
                <Entry entry={entry} />
                {entry.can_restore && (
                  <button type="button" className="button button--compact" onClick={() => setRestored(entry)}>
                    Restore values
                    <span className="visually-hidden">{` from before ${formatDateTime(entry.created_at)}`}</span>
                  </button>
                )}
              </li>
            ))}
          </ol>
          <Pagination
            label="Pages of the timeline"
            current={page}
            total={found.data.total}
            size={found.data.per_page}
            to={{
              link: (to, { children, ...anchor }) => (
                <button
                  type="button"
                  {...(anchor as object)}
                  onClick={() => {
                    setPage(to);
                    document.getElementById('production-timeline')?.focus();
                  }}
                >
                  {children}
                </button>
              ),
            }}
          />
        </>
      )}
      <RestoreDialog
        api={api}
        production={production}
        entry={restored}
        onClose={() => setRestored(undefined)}
        onRestored={() => setPage(1)}
      />
    </section>
  );
}

/**
 * Asks whether to restore the values from before a change.
 * @param props.entry the change; undefined while the dialog is closed
 */
function RestoreDialog(props: {
  api: Api;
  production: Production;
  entry: TimelineEntry | undefined;
  onClose: () => void;
  onRestored: () => void;
}) {
  const { api, production, entry, onClose, onRestored } = props;
  const toast = useToast();
  const focusById = useFocusById();
  const restore = useMutation(restoreMutation(api));
  return (
    <ConfirmDialog
      open={entry !== undefined}
      onClose={onClose}
      title="Restore these values?"
      confirmLabel="Restore values"
      isDestructive={false}
      onConfirm={async () => {
        if (!entry) return;
        const { id, version } = production;
        const { message } = await restore.mutateAsync({ id, version, entryId: entry.id });
        toast({ text: message });
        onRestored();
        focusById('production-timeline');
      }}
    >
      <p>These details get the values from before the change, whatever they are now:</p>
      <ul>
        {entry?.changes.map(({ label, before }) => (
          <li key={label}>
            {label}: {before ?? <span className="muted">none</span>}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

/** What an entry says, after the name of who did it. */
const VERBS: Readonly<Record<TimelineEntry['kind'], string>> = {
  NOTE: 'wrote a note',
  CREATED: 'added the production',
  CHANGED: 'changed details',
  ENQUIRY: 'added the enquiry',
  ENQUIRY_REMOVED: 'removed the enquiry',
  LOCATION: 'changed the location',
  CONTACTS: 'changed the contacts',
  BOARD: 'added the board',
  BOARD_REMOVED: 'removed the board',
  SENT: 'sent',
  MESSAGE_IN: 'wrote in',
  MESSAGE_OUT: 'answered in',
  ENQUIRY_NOTE: 'wrote a note on',
};
/** Entries whose text is the name of what they are about. */
const NAMING: ReadonlySet<TimelineEntry['kind']> = new Set([
  'ENQUIRY',
  'ENQUIRY_REMOVED',
  'LOCATION',
  'BOARD',
  'BOARD_REMOVED',
  'SENT',
]);

function Entry({ entry }: { entry: TimelineEntry }) {
  const { kind, author, sender, text, enquiry, changes, is_restoration, created_at } = entry;
  const name = author ? formatPerson(author) : (sender ?? 'Somebody');
  return (
    <>
      <p>
        <strong>{name}</strong> {is_restoration ? 'restored earlier values' : VERBS[kind]} {NAMING.has(kind) && text}
        {enquiry && (
          <a className="link" href={`/admin/enquiries/${enquiry.id}`}>
            {enquiry.reference}
          </a>
        )}{' '}
        <time className="muted small" dateTime={created_at}>
          {formatDateTime(created_at)}
        </time>
      </p>
      {text !== null && !NAMING.has(kind) && (
        // A long text scrolls, so it can have the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <p className="production-timeline__text" tabIndex={text.length > 600 ? 0 : undefined}>
          {text}
        </p>
      )}
      {changes.length > 0 && (
        <ul>
          {changes.map(({ label, before, after }) => (
            <li key={label}>
              {label}: {before !== null && <del>{before}</del>}{' '}
              {after === null ? <span>removed</span> : <ins>{after}</ins>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function NoteForm({ api, id }: { api: Api; id: string }) {
  const toast = useToast();
  const add = useMutation(noteMutation(api));
  const { form, submit, field, alerts } = useValidatedForm(
    noteForm,
    { text: 'Note' },
    async ({ text }, { reset }) => {
      const { message } = await add.mutateAsync({ id, text });
      reset({ text: '' });
      toast({ text: message });
    },
    { defaultValues: { text: '' }, mode: 'onSubmit' },
  );
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedForm(isDirty && !isSubmitting);
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      {alerts}
      <Field {...field('text')} hint="A call, a meeting, a decision: the office reads it, nobody else.">
        {(control) => <textarea {...control} rows={3} readOnly={isSubmitting} />}
      </Field>
      <button type="submit" className="button form__submit" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Saving…' : 'Add note'}
      </button>
    </form>
  );
}
