import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '../../../../platform/text/dates.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import type { LocationRecord } from '../schema.ts';
import { ContentStatus, LocationStatus } from '../../working-copy/ui/StatusLabel.tsx';
import { PositionField } from './PositionField.tsx';
import { FIELDS, type Field } from '../../catalogue/fields/lookup.ts';
import { moveToFront } from '../../catalogue/fields/fact-fields.ts';
import { isMapField } from '../../working-copy/ui/FieldControl.tsx';
import { RecordFieldRow } from './RecordField.tsx';
import type { RecordForm } from './useRecordForm.ts';
import { type FacetField, isFacetField } from '../../catalogue/schema.ts';
import { getFixedReason } from '../../working-copy/policy.ts';

/** The first fields; the others follow in the order of the table of fields. */
const FIRST = [
  'title',
  'category',
  'condition',
  'ownershiptype',
  'setting',
  'century',
  'localauthority',
  'filmoffice',
  'description',
  'ownername',
  'exporttowebsite',
  'address1',
  'address2',
  'address3',
  'address4',
  'postcode',
  'locationidentifier',
  'address_public',
];
const ROWS = moveToFront(FIELDS, FIRST).filter((field) => !isMapField(field));

/**
 * The public and the internal fields of a record.
 * @param props.options the options of each option field
 * @param props.styleUrl another MapLibre style instead of our own base map
 * @param props.permissions what is below the map, which belongs to another feature
 */
export function DetailsTab(props: {
  api: Api;
  record: LocationRecord;
  form: RecordForm;
  options: Readonly<Record<FacetField, readonly string[]>>;
  styleUrl: string | null;
  permissions: ReactNode;
}) {
  const { api, record, form, options, styleUrl, permissions } = props;
  const user = useUser(api);
  const rows = (group: Field['group']) =>
    ROWS.filter((field) => field.group === group).map((field) => (
      <RecordFieldRow
        key={field.name}
        form={form}
        field={field}
        options={isFacetField(field.name) ? options[field.name] : []}
        fixedBecause={getFixedReason(user, field.name)}
      />
    ));
  return (
    <div className="record">
      <section aria-labelledby="public-fields">
        <h2 id="public-fields">Public website fields</h2>
        <div className="two">
          {rows('public')}
          <PositionField form={form} styleUrl={styleUrl} />
        </div>
        {permissions}
      </section>
      <section aria-labelledby="internal-fields">
        <h2 id="internal-fields">Internal fields</h2>
        <div className="two">{rows('internal')}</div>
        <ReadOnly record={record} />
      </section>
    </div>
  );
}

function ReadOnly({ record }: { record: LocationRecord }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Created at', formatDate(record.creationdate)],
    ['Updated at', formatDateTime(record.lastmodificationdate)],
    ['Document Status', <ContentStatus key="content" status={record.status} />],
    ['Location Status', <LocationStatus key="workflow" location_status={record.location_status} />],
  ];
  return (
    <dl className="read-only">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
