import { type ReactNode, useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { RecordBar, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { RecordPagerLinks } from '../../../../ui/record/RecordPagerLinks.tsx';
import { UnsavedForms } from '../../../../ui/record/UnsavedForms.tsx';
import { useListUrl } from '../../../../ui/table/record-pager.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { STATES, type State } from '../../../enquiries/cases/schema.ts';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { deleteMutation, duplicateMutation, productionQuery, removeEnquiryMutation } from '../../client.ts';
import type { Production } from '../../schema.ts';
import { AnswersSection } from './answers/AnswersSection.tsx';
import { ContactsSection } from './ContactsSection.tsx';
import { DetailsForm } from './DetailsForm.tsx';
import { LocationsSection } from './LocationsSection.tsx';
import { TimelineSection } from './TimelineSection.tsx';
import {
  EmbargoMark,
  NextStep,
  PRODUCTION_LIST,
  PRODUCTION_NOUN,
  StageMark,
  formatShooting,
  getProductionPath,
} from './production-list.tsx';
import { productionPager } from './production-pager.ts';
import '../../../../ui/form.css';
import '../../../../ui/record/record.css';
import './productions.css';

/** A production as the Locations Team and film offices work on it. @param props.children sections of features above this one */
export function ProductionPage({ api, id, children }: { api: Api; id: string; children: ReactNode }) {
  const { data: production } = useSuspenseQuery({ ...productionQuery(api, id), refetchOnWindowFocus: true });
  const { stage, assignee, next_step, is_secret, code_name, previous, updated_at } = production;
  const shooting = formatShooting(production);
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar
        back={{ href: useListUrl(PRODUCTION_LIST) }}
        steps={
          <RecordPagerLinks
            pager={productionPager.usePager(api, id)}
            noun={PRODUCTION_NOUN}
            getPath={(other) => getProductionPath({ id: other })}
          />
        }
      >
        <Actions api={api} production={production} />
      </RecordBar>
      <RecordTitle
        title={
          <>
            <span className="reference">{production.reference}</span>: {production.title}
          </>
        }
      >
        <StageMark stage={stage} />
        {is_secret && <EmbargoMark codeName={code_name} />}
        <span>{assignee ? `Assigned to ${formatPerson(assignee)}` : 'Assigned to nobody'}</span>
        {shooting && <span>Shooting {shooting}</span>}
        {next_step !== null && (
          <span>
            Next: <NextStep {...production} />
          </span>
        )}
        {previous && (
          <span>
            Goes on with{' '}
            <a className="link" href={getProductionPath(previous)}>
              {previous.reference}: {previous.title}
            </a>
          </span>
        )}
        <span>Changed {formatDateTime(updated_at)}</span>
      </RecordTitle>
      <UnsavedForms>
        <div className="record">
          <div className="production-main">
            <AnswersSection api={api} production={production} />
            <LocationsSection api={api} production={production} />
            {children}
            <EnquiriesSection api={api} production={production} />
            <TimelineSection api={api} production={production} />
          </div>
          <div className="production-side">
            <DetailsForm key={id} api={api} production={production} />
            <ContactsSection api={api} production={production} />
          </div>
        </div>
      </UnsavedForms>
    </main>
  );
}

function Actions({ api, production }: { api: Api; production: Production }) {
  const { id, version, title } = production;
  const router = useRouter();
  const toast = useToast();
  const user = useUser(api);
  const errorDialog = useErrorDialog();
  const duplicate = useMutation({ ...duplicateMutation(api), onError: errorDialog.report });
  const remove = useMutation(deleteMutation(api));
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button button--compact"
        aria-disabled={duplicate.isPending}
        onClick={() =>
          !duplicate.isPending &&
          duplicate.mutate(
            { id },
            {
              onSuccess: ({ message, production: added }) => {
                toast({ text: message });
                void router.navigate({ href: getProductionPath(added) });
              },
            },
          )
        }
      >
        Add the next series
      </button>
      {can(user, 'production.delete', 'any') && (
        <button type="button" className="button button--compact" onClick={() => setDeleting(true)}>
          Delete
        </button>
      )}
      <ConfirmDialog
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title={`Delete ‘${title}’?`}
        confirmLabel="Delete production"
        onConfirm={async () => {
          const { message } = await remove.mutateAsync({ id, version });
          toast({ text: message });
          await router.navigate({ href: PRODUCTION_LIST.path });
        }}
      >
        <p>Its timeline, locations and list of contacts are deleted. Its enquiries and people stay.</p>
      </ConfirmDialog>
      {errorDialog.alert}
    </>
  );
}

function EnquiriesSection({ api, production }: { api: Api; production: Production }) {
  const errorDialog = useErrorDialog();
  const remove = useMutation({ ...removeEnquiryMutation(api), onError: errorDialog.report });
  const toast = useToast();
  const { id, enquiries } = production;
  return (
    <section aria-labelledby="production-enquiries">
      <h2 id="production-enquiries">Enquiries</h2>
      {enquiries.length === 0 && (
        <p className="muted">None yet. Open an enquiry and choose ‘Production’ to add it here.</p>
      )}
      <ul className="production-items">
        {enquiries.map((enquiry) => (
          <li key={enquiry.id}>
            <span>
              <a className="link" href={`/admin/enquiries/${enquiry.id}`}>
                {enquiry.reference}
              </a>{' '}
              {enquiry.name} <span className="muted">{STATES[enquiry.state as State]}</span>
            </span>
            <button
              type="button"
              className="button button--compact"
              onClick={() =>
                !remove.isPending &&
                remove.mutate(
                  { id, enquiryId: enquiry.id },
                  {
                    onSuccess: ({ message }) => {
                      toast({ text: message });
                      document.getElementById('content')?.focus({ preventScroll: true });
                    },
                  },
                )
              }
            >
              Remove<span className="visually-hidden"> {enquiry.reference}</span>
            </button>
          </li>
        ))}
      </ul>
      {errorDialog.alert}
    </section>
  );
}
