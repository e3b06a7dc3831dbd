import type { ReactNode } from 'react';
import { Tabs } from '../../../../ui/Tabs.tsx';
import { getFactDifferences } from '../differences.ts';
import type { LocationRecord } from '../schema.ts';
import type { RecordTab } from './record-tabs.ts';

/**
 * The tabs of a location, with the number of items in each.
 * @param props.changed number of fields that differ from the published ones
 * @param props.isUnsaved whether there are unsaved changes of fields
 * @param props.hasUnsavedFacts whether there are unsaved changes of production facts
 */
export function RecordTabs(props: {
  record: LocationRecord;
  changed: number;
  isUnsaved: boolean;
  hasUnsavedFacts: boolean;
  tab: RecordTab;
  onChoose: (tab: RecordTab) => void;
  children: ReactNode;
}) {
  const { record, changed, isUnsaved, hasUnsavedFacts, tab, onChoose, children } = props;
  const { contacts, images, documents, published } = record;
  // On the details tab the save bar shows it.
  const details = [changed > 0 && `${changed} changed`, isUnsaved && tab !== 'details' && 'not saved'].filter(Boolean);
  const facts = [
    getFactDifferences(record).length > 0 && 'changed',
    hasUnsavedFacts && tab !== 'facts' && 'not saved',
  ].filter(Boolean);
  const tabs = {
    details: <TabLabel name="Location Details" note={details.length > 0 && details.join(', ')} />,
    contacts: <TabLabel name="Location Contacts" note={String(contacts)} />,
    images: <TabLabel name="Location Images" note={published?.image_changes ? `${images}, changed` : String(images)} />,
    documents: <TabLabel name="Location Documents" note={String(documents)} />,
    facts: <TabLabel name="Production facts" note={facts.length > 0 && facts.join(', ')} />,
    availability: <TabLabel name="Availability" note={false} />,
  };
  return (
    <div className="record-tabs">
      <Tabs label="Parts of the location" tabs={tabs} chosen={tab} onChoose={onChoose}>
        {children}
      </Tabs>
    </div>
  );
}

function TabLabel({ name, note }: { name: string; note: string | false }) {
  return (
    <>
      {name}
      {note !== false && <span className="tab__note num">{` ${note}`}</span>}
    </>
  );
}
