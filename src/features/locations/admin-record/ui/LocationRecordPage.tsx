import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ErrorDialog } from '../../../../ui/ErrorDialog.tsx';
import type { Api } from '../../../../platform/http/contract.ts';
import { removeCached } from '../../../../platform/http/remove-cached.ts';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { UnsavedChangesDialog } from '../../../../ui/record/UnsavedChangesDialog.tsx';
import { RecordBar, RecordNotice } from '../../../../ui/record/RecordHeader.tsx';
import { RecordPagerLinks } from '../../../../ui/record/RecordPagerLinks.tsx';
import { useListUrl } from '../../../../ui/table/record-pager.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { recordQuery, refreshRecord } from '../client.ts';
import type { LocationRecord } from '../schema.ts';
import { getDisplayTitle } from '../../catalogue/display-title.ts';
import { LOCATIONS_LIST } from '../../admin-list/ui/list-definition.ts';
import { locationPager } from '../../admin-list/ui/location-pager.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { DetailsForm } from './DetailsForm.tsx';
import { LocationTitle } from './LocationTitle.tsx';
import { OwnerTasks } from '../../owner-tasks/ui/OwnerTasks.tsx';
import { UnpublishDialog } from './UnpublishDialog.tsx';
import { type RecordAction, RecordActions, getRecordPath } from './RecordActions.tsx';
import { RecordTabs } from './RecordTabs.tsx';
import type { RecordTab } from './record-tabs.ts';
import { FactsTab, type FactsInput } from '../../production-facts/ui/FactsTab.tsx';
import { ContactsTab } from './ContactsTab.tsx';
import { ImagesTab } from './ImagesTab.tsx';
import { usePublishing } from './usePublishing.tsx';
import { RecordConflictDialog } from './RecordConflictDialog.tsx';
import { useRecordForm } from './useRecordForm.ts';
import type { FacetField } from '../../catalogue/schema.ts';
import '../../../../ui/form.css';
import './location-record.css';
import { TAKES_A_WHILE, UNSAVED_CHANGES } from '../../messages.ts';
import { UNSAVED_FACTS } from '../../catalogue/production-facts/messages.ts';

const OwnershipDialog = lazyDialog(() => import('./OwnershipDialog.tsx'));
const PublishDialog = lazyDialog(() => import('./PublishDialog.tsx'));
const AskDialog = lazyDialog(() => import('../../owner-tasks/ui/AskDialog.tsx'));
const ContactDetailsDialog = lazyDialog(() => import('../../ownership/ui/ContactDetailsDialog.tsx'));

const LIST = '/admin/locations';

interface RecordPageProps {
  readonly api: Api;
  readonly id: string;
  readonly tab: RecordTab;
  readonly openTab: (tab: RecordTab) => void;
  readonly options: Readonly<Record<FacetField, readonly string[]>>;
  readonly styleUrl: string | null;
  readonly permissions: ReactNode;
  readonly documentsTab: ReactNode;
  readonly availabilityTab: ReactNode;
}

/**
 * The page of a location in the back office.
 * @param props.openTab navigates to another tab
 * @param props.styleUrl another MapLibre style instead of our own base map
 * @param props.permissions what is below the fields, which belongs to another feature
 * @param props.documentsTab the content of the documents tab, which belongs to another feature
 * @param props.availabilityTab likewise
 */
export function LocationRecordPage(props: RecordPageProps) {
  const { api, id } = props;
  const { data: record } = useSuspenseQuery(recordQuery(api, id));
  return record.merged_into ? (
    <MergedLocationPage api={props.api} record={record} />
  ) : (
    <EditableRecordPage {...props} record={record} />
  );
}

/** A location that was merged into another one: only its history can be read. */
function MergedLocationPage({ api, record }: { api: Api; record: LocationRecord }) {
  const { id, title } = record.merged_into!;
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: useListUrl(LOCATIONS_LIST) }}>
        <a className="button button--compact" href={`${getRecordPath(record.id)}/history`}>
          History
        </a>
      </RecordBar>
      <LocationTitle api={api} record={record} />
      <RecordNotice>
        This location was merged into{' '}
        <a className="link" href={getRecordPath(id)}>
          {getDisplayTitle(title)}
        </a>
        , which has its images, contacts and documents. Its web address leads there.
      </RecordNotice>
    </main>
  );
}

function EditableRecordPage(props: RecordPageProps & { record: LocationRecord }) {
  const { api, id, tab, openTab, options, styleUrl, permissions, documentsTab, availabilityTab, record } = props;
  const editing = useRecordForm(api, record);
  const isUnsaved = editing.unsaved.length > 0;
  const [facts, setFacts] = useState<FactsInput>({ typed: {} });
  const hasUnsavedFacts = Object.keys(facts.typed).length > 0;
  const [openDialog, setOpenDialog] = useState<RecordAction>();
  const leaveRecord = useLeaveRecord(id);
  const unsaved = isUnsaved ? UNSAVED_CHANGES : hasUnsavedFacts ? UNSAVED_FACTS : undefined;
  const publishing = usePublishing({ api, record, unsaved, onDeleted: leaveRecord });
  const focusById = useFocusById();
  useRefreshCounts(api, id, tab);
  const pager = locationPager.usePager(api, id);
  const close = () => setOpenDialog(undefined);

  const startAction = (name: RecordAction) => {
    // The button disappears.
    if (name === 'move back') void publishing.moveBack().then(() => focusById('content'));
    else if (name === 'publish' ? publishing.canPublish() : name !== 'unpublish' || publishing.canUnpublish())
      setOpenDialog(name);
  };
  const clearMessage = () => {
    const { message } = publishing;
    publishing.clearMessage();
    if (!message?.fields || Object.keys(message.fields).length === 0) return;
    if ('images' in message.fields) return openTab('images');
    editing.mark(message.fields);
    openTab('details');
  };

  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar
        back={{ href: useListUrl(LOCATIONS_LIST) }}
        steps={<RecordPagerLinks pager={pager} noun={['location', 'locations']} getPath={getRecordPath} />}
      >
        <RecordActions
          api={api}
          id={id}
          isAwaitingApproval={record.location_status === 'AWAITING_APPROVAL'}
          canAsk={record.owner !== null && record.location_status !== 'AWAITING_APPROVAL'}
          isBusy={publishing.running !== undefined}
          onAction={startAction}
        />
      </RecordBar>
      <LocationTitle api={api} record={record} />
      <OwnerTasks api={api} id={id} />
      <div role="status">{publishing.running === 'publish' && <RecordNotice>{TAKES_A_WHILE}</RecordNotice>}</div>
      <RecordTabs
        record={record}
        changed={Object.keys(editing.form.changed).length}
        isUnsaved={isUnsaved}
        hasUnsavedFacts={hasUnsavedFacts}
        tab={tab}
        onChoose={openTab}
      >
        {tab === 'details' && (
          <DetailsForm
            api={api}
            record={record}
            editing={editing}
            options={options}
            styleUrl={styleUrl}
            permissions={permissions}
          />
        )}
        {tab === 'facts' && <FactsTab api={api} id={id} input={facts} onInput={setFacts} />}
        {tab === 'contacts' && <ContactsTab api={api} id={id} />}
        {tab === 'images' && <ImagesTab api={api} id={id} changes={record.published?.image_changes ?? null} />}
        {tab === 'documents' && documentsTab}
        {tab === 'availability' && availabilityTab}
      </RecordTabs>
      <ErrorDialog open={publishing.message !== undefined} onClose={clearMessage} title={publishing.message?.title}>
        {publishing.message?.message}
      </ErrorDialog>
      <RecordDialogs api={api} record={record} publishing={publishing} openDialog={openDialog} onClose={close} />
      <RecordConflictDialog publishing={publishing} />
      <UnsavedChangesDialog unsaved={() => unsaved !== undefined} />
    </main>
  );
}

/** The dialogs that the actions of the page open. */
function RecordDialogs(props: {
  api: Api;
  record: LocationRecord;
  publishing: ReturnType<typeof usePublishing>;
  openDialog: RecordAction | undefined;
  onClose: () => void;
}) {
  const { api, record, publishing, openDialog, onClose } = props;
  return (
    <>
      <LazyMount isWanted={openDialog === 'publish'}>
        <PublishDialog
          record={record}
          open={openDialog === 'publish'}
          onClose={onClose}
          onConfirm={publishing.publish}
        />
      </LazyMount>
      <DeleteDialog record={record} open={openDialog === 'delete'} onClose={onClose} onConfirm={publishing.remove} />
      <UnpublishDialog
        record={record}
        open={openDialog === 'unpublish'}
        onClose={onClose}
        onConfirm={publishing.unpublish}
      />
      <LazyMount isWanted={openDialog === 'owner'}>
        <OwnershipDialog api={api} id={record.id} open={openDialog === 'owner'} onClose={onClose} />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'ask'}>
        <AskDialog
          api={api}
          id={record.id}
          owner={record.owner ? `${record.owner.first_name} ${record.owner.last_name}` : ''}
          open={openDialog === 'ask'}
          onClose={onClose}
        />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'contact'}>
        <ContactDetailsDialog api={api} id={record.id} open={openDialog === 'contact'} onClose={onClose} />
      </LazyMount>
    </>
  );
}

/** Returns a function that shows a message and navigates to the list, also with unsaved changes. */
function useLeaveRecord(id: string) {
  const router = useRouter();
  const toast = useToast();
  const queryClient = useQueryClient();
  return async (message: string) => {
    toast({ text: message });
    await router.navigate({ href: LIST, ignoreBlocker: true });
    removeCached(queryClient, { queryKey: recordQuery(router.options.context.api, id).queryKey });
  };
}

/** Refetches the record when the tab changes, since the counts in the tab labels may have changed. */
function useRefreshCounts(api: Api, id: string, tab: RecordTab): void {
  const queryClient = useQueryClient();
  const before = useRef(tab);
  useEffect(() => {
    if (before.current === tab) return;
    before.current = tab;
    void refreshRecord(queryClient, api, id);
  }, [queryClient, api, id, tab]);
}
