import type { ReactNode } from 'react';
import { formatDay, formatMoment } from '../../../../ui/dates.ts';
import type { LocationRecord } from '../../record/schema.ts';
import { type FacetField, isFacetField } from '../../schema.ts';
import { ContentStatus, LocationStatus } from '../Status.tsx';
import { PositionField } from './PositionField.tsx';
import { ChangedMark, type FieldDefinition, PublishedValue, RecordFieldRow, recordFieldId } from './RecordField.tsx';
import type { RecordForm } from './useRecordForm.ts';

const PUBLIC: readonly FieldDefinition[] = [
  { name: 'title', kind: 'line', wide: true },
  { name: 'category', kind: 'options', wide: true },
  { name: 'condition', kind: 'choice' },
  { name: 'ownershiptype', kind: 'choice' },
  { name: 'setting', kind: 'options' },
  { name: 'century', kind: 'options' },
  { name: 'localauthority', kind: 'choice' },
  { name: 'filmoffice', kind: 'choice' },
  { name: 'description', kind: 'text', wide: true, rows: 7 },
  { name: 'nearesttown', kind: 'line' },
  { name: 'locationurl', kind: 'line' },
  { name: 'attribution', kind: 'line', wide: true },
];
const ADDRESS: readonly FieldDefinition[] = [
  { name: 'ownername', kind: 'line' },
  { name: 'exporttowebsite', kind: 'yes-no-null' },
  { name: 'address1', kind: 'line' },
  { name: 'address2', kind: 'line' },
  { name: 'address3', kind: 'line' },
  { name: 'address4', kind: 'line' },
  { name: 'postcode', kind: 'line' },
  { name: 'locationidentifier', kind: 'number' },
];
const INTERNAL: readonly FieldDefinition[] = [
  { name: 'telephone1', kind: 'line' },
  { name: 'telephone2', kind: 'line' },
  { name: 'email', kind: 'line', wide: true },
  { name: 'visited', kind: 'yes-no-null' },
  { name: 'datevisited', kind: 'day' },
  { name: 'visitedby', kind: 'line', wide: true },
  { name: 'datefirstcontacted', kind: 'day' },
  { name: 'datefinalcontact', kind: 'day' },
  { name: 'style', kind: 'text', wide: true, rows: 2 },
  { name: 'parking', kind: 'text', wide: true, rows: 2 },
  { name: 'noise', kind: 'text', wide: true, rows: 2 },
  { name: 'access', kind: 'text', wide: true, rows: 2 },
  { name: 'previoususe', kind: 'text', wide: true, rows: 2 },
  { name: 'remarks', kind: 'text', wide: true, rows: 3 },
  { name: 'internalteamnotes', kind: 'text', wide: true, rows: 4 },
  { name: 'migrationnotes', kind: 'text', wide: true, rows: 3 },
];

/**
 * The fields of a record: what everyone may see beside what stays in the house.
 * @param props.options the lists of the option fields
 * @param props.styleUrl another MapLibre style instead of our own base map
 */
export function DetailsTab(props: {
  record: LocationRecord;
  form: RecordForm;
  options: Readonly<Record<FacetField, readonly string[]>>;
  styleUrl: string | null;
}) {
  const { record, form, options, styleUrl } = props;
  const rows = (fields: readonly FieldDefinition[]) =>
    fields.map((field) => (
      <RecordFieldRow
        key={field.name}
        of={form}
        field={field}
        options={isFacetField(field.name) ? options[field.name] : []}
      />
    ));
  return (
    <div className="record">
      <section aria-labelledby="public-fields">
        <h2 id="public-fields">Public website fields</h2>
        <div className="two">
          {rows(PUBLIC)}
          <Tick of={form} name="featured">
            Featured on the home page
          </Tick>
          <PositionField of={form} styleUrl={styleUrl} />
        </div>
      </section>
      <section aria-labelledby="internal-fields">
        <h2 id="internal-fields">Internal fields</h2>
        <div className="two">
          {rows(ADDRESS)}
          <Tick of={form} name="address_public">
            Show the address on the public page
          </Tick>
          {rows(INTERNAL)}
        </div>
        <ReadOnly record={record} />
      </section>
    </div>
  );
}

/** A yes or no that everyone sees the outcome of. */
function Tick(props: { of: RecordForm; name: 'featured' | 'address_public'; children: string }) {
  const { of: form, name, children } = props;
  const id = recordFieldId(name);
  const difference = form.changed[name === 'featured' ? 'featured' : 'address'];
  return (
    <div className={`field span ${difference ? 'field--changed' : ''}`}>
      <div className="field__name">
        <label className="check">
          <input
            id={id}
            type="checkbox"
            checked={form.fields[name]}
            aria-describedby={difference && `${id}-published`}
            onChange={({ target }) => form.change({ [name]: target.checked })}
          />
          {children}
        </label>
        {difference && <ChangedMark />}
      </div>
      {difference && (
        <PublishedValue
          of={form}
          id={id}
          label={name === 'featured' ? 'Featured' : 'the address'}
          difference={difference}
        />
      )}
    </div>
  );
}

/** What is as it is. */
function ReadOnly({ record }: { record: LocationRecord }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Created at', formatDay(record.creationdate)],
    ['Updated at', formatMoment(record.lastmodificationdate)],
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
