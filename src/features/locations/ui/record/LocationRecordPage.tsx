import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ErrorDialog } from '../../../../ui/ErrorDialog.tsx';
import type { Api } from '../../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { UnsavedChangesDialog } from '../../../../ui/record/UnsavedChangesDialog.tsx';
import { RecordBar, RecordNotice } from '../../../../ui/record/RecordHeader.tsx';
import { useShortcuts } from '../../../../ui/table/shortcuts.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { recordQuery, refreshRecord } from '../../record/client.ts';
import { useListUrl, useRecordPager } from '../admin-list/record-pager.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { DetailsForm } from './DetailsForm.tsx';
import { LocationTitle } from './LocationTitle.tsx';
import { UnpublishDialog } from './UnpublishDialog.tsx';
import { type RecordAction, RecordActions, RecordPagerLinks, getRecordPath } from './RecordActions.tsx';
import { RecordTabs } from './RecordTabs.tsx';
import type { RecordTab } from './record-tabs.ts';
import { ContactsTab } from './ContactsTab.tsx';
import { ImagesTab } from './ImagesTab.tsx';
import { SLOW_MESSAGE, usePublishing } from './usePublishing.tsx';
import { RecordConflictDialog } from './RecordConflictDialog.tsx';
import { useRecordForm } from './useRecordForm.ts';
import type { FacetField } from '../../schema.ts';
import '../../../../ui/form.css';
import './location-record.css';

const OwnershipDialog = lazyDialog(() => import('./OwnershipDialog.tsx'));
const PublishDialog = lazyDialog(() => import('./PublishDialog.tsx'));
const ContactDetailsDialog = lazyDialog(() => import('./ContactDetailsDialog.tsx'));

const LIST = '/admin/locations';

/**
 * Everything that the Locations Team knows of a location, and does with it.
 * @param props.openTab has the address name another tab
 * @param props.styleUrl another MapLibre style instead of our own base map
 * @param props.documentsTab the content of the tab of another feature
 */
export function LocationRecordPage(props: {
  api: Api;
  id: string;
  tab: RecordTab;
  openTab: (tab: RecordTab) => void;
  options: Readonly<Record<FacetField, readonly string[]>>;
  styleUrl: string | null;
  documentsTab: ReactNode;
}) {
  const { api, id, tab, openTab, options, styleUrl, documentsTab } = props;
  const { data: record } = useSuspenseQuery(recordQuery(api, id));
  const editing = useRecordForm(api, record);
  const isUnsaved = editing.unsaved.length > 0;
  const [openDialog, setOpenDialog] = useState<RecordAction>();
  const leaving = useLeaveRecord(id);
  const decisions = usePublishing({ api, record, isUnsaved, onDeleted: leaving.leave });
  useRefreshCounts(api, id, tab);
  const stepping = useRecordPager(api, id);
  usePagerKeys(stepping);
  const close = () => setOpenDialog(undefined);

  const act = (name: RecordAction) => {
    if (name === 'move back') void decisions.moveBack();
    else if (name === 'publish' ? decisions.mayPublish() : name !== 'unpublish' || decisions.mayTakeOffline())
      setOpenDialog(name);
  };
  const clearMessage = () => {
    const { said: message } = decisions;
    decisions.hush();
    if (!message?.fields || Object.keys(message.fields).length === 0) return;
    if ('images' in message.fields) return openTab('images');
    editing.mark(message.fields);
    openTab('details');
  };

  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar
        back={{ href: useListUrl(), label: 'Back to list' }}
        steps={stepping && <RecordPagerLinks stepping={stepping} />}
      >
        <RecordActions
          id={id}
          isWaiting={record.location_status === 'AWAITING_APPROVAL'}
          isBusy={decisions.running !== undefined}
          onAction={act}
        />
      </RecordBar>
      <LocationTitle record={record} />
      <div role="status">{decisions.running === 'publish' && <RecordNotice>{SLOW_MESSAGE}</RecordNotice>}</div>
      <RecordTabs
        record={record}
        changed={Object.keys(editing.form.changed).length}
        isUnsaved={isUnsaved}
        tab={tab}
        onChoose={openTab}
      >
        {tab === 'details' && <DetailsForm record={record} editing={editing} options={options} styleUrl={styleUrl} />}
        {tab === 'contacts' && <ContactsTab api={api} id={id} />}
        {tab === 'images' && <ImagesTab api={api} id={id} changes={record.published?.image_changes ?? null} />}
        {tab === 'documents' && documentsTab}
      </RecordTabs>
      <ErrorDialog open={decisions.said !== undefined} onClose={clearMessage} title={decisions.said?.title}>
        {decisions.said?.message}
      </ErrorDialog>
      <LazyMount isWanted={openDialog === 'publish'}>
        <PublishDialog record={record} open={openDialog === 'publish'} onClose={close} onConfirm={decisions.publish} />
      </LazyMount>
      <DeleteDialog record={record} open={openDialog === 'delete'} onClose={close} onConfirm={decisions.remove} />
      <UnpublishDialog
        record={record}
        open={openDialog === 'unpublish'}
        onClose={close}
        onConfirm={decisions.takeOffline}
      />
      <LazyMount isWanted={openDialog === 'owner'}>
        <OwnershipDialog api={api} id={id} open={openDialog === 'owner'} onClose={close} />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'contact'}>
        <ContactDetailsDialog api={api} id={id} open={openDialog === 'contact'} onClose={close} />
      </LazyMount>
      <RecordConflictDialog decisions={decisions} />
      <UnsavedChangesDialog unsaved={() => isUnsaved} />
    </main>
  );
}

/** Leads back to the list once a location is gone, whatever was typed into it. */
function useLeaveRecord(id: string) {
  const router = useRouter();
  const toast = useToast();
  const queryClient = useQueryClient();
  return {
    leave: async (message: string) => {
      toast({ text: message });
      await router.navigate({ href: LIST, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: recordQuery(router.options.context.api, id).queryKey });
    },
  };
}

/** What was changed on another tab changes the counts of all. */
function useRefreshCounts(api: Api, id: string, tab: RecordTab): void {
  const queryClient = useQueryClient();
  const before = useRef(tab);
  useEffect(() => {
    if (before.current === tab) return;
    before.current = tab;
    void refreshRecord(queryClient, api, id);
  }, [queryClient, api, id, tab]);
}

function usePagerKeys(stepping: ReturnType<typeof useRecordPager>): void {
  const router = useRouter();
  const open = (id: string | undefined) => {
    if (id !== undefined) void router.navigate({ href: getRecordPath(id) });
  };
  useShortcuts([
    { key: 'j', label: 'Next location', action: () => open(stepping?.next) },
    { key: 'k', label: 'Previous location', action: () => open(stepping?.previous) },
  ]);
}
