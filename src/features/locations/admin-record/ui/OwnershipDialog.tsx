import { type RefObject, useId, useRef, useState } from 'react';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { FieldError } from '../../../../ui/Field.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { changeOwnerMutation, ownersQuery } from '../../ownership/client.ts';
import { ownerCandidates } from '../../ownership/contract.ts';
import { type Candidate, OWNER_FIELDS, type OwnerFieldsAction } from '../../ownership/schema.ts';
import { recordQuery } from '../client.ts';
import { OWN_KEY } from '../../working-copy/client.ts';
import type { LocationRecord } from '../schema.ts';
import { getLabel } from '../../catalogue/fields/lookup.ts';
import { CHOOSE_CONTACT_DETAILS } from '../../messages.ts';
import { CandidateSearch, getName } from '../../ownership/ui/CandidateSearch.tsx';
import './record-tabs.css';

/** Assigns a location to another account holder. */
export default function OwnershipDialog(props: { api: Api; id: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Change ownership">
      <OwnershipForm {...props} />
    </Dialog>
  );
}

function OwnershipForm({ api, id, onClose }: { api: Api; id: string; onClose: () => void }) {
  const toast = useToast();
  const owners = useQuery(ownersQuery(api, id));
  const change = useMutation(changeOwnerMutation(api, id));
  const { data: record } = useSuspenseQuery(recordQuery(api, id));
  const [chosen, setChosen] = useState<Candidate>();
  const [ownerFields, setOwnerFields] = useState<OwnerFieldsAction>();
  const [isMissing, setMissing] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const hasOwnerFields = OWNER_FIELDS.some((field) => record[field] !== '');
  const holder = owners.data?.find(({ user_role }) => user_role === 'OWNER')?.user;
  const isReady = chosen !== undefined && owners.data !== undefined && !change.isPending;
  const confirm = async () => {
    if (!isReady) return;
    if (hasOwnerFields && !ownerFields) {
      setMissing(true);
      first.current?.focus();
      return;
    }
    const { message } = await change.mutateAsync({ userId: chosen.id, from: holder?.id ?? null, ownerFields });
    onClose();
    toast({ text: message });
  };
  return (
    <>
      <div className="dialog__body">
        {change.isError && <ErrorAlert key={change.failureCount} message={getErrorMessage(change.error)} />}
        {owners.isError && <ErrorAlert message={getErrorMessage(owners.error)} />}
        <p className="muted small">
          {holder
            ? `${getName(holder)} owns this location now and will no longer find it among their locations. Fields, images, contacts and documents are kept; what they have typed and not saved is lost. Both are notified by email.`
            : 'This location has no owner now. The new account holder is notified by email.'}
        </p>
        <CandidateSearch
          queryKey={[OWN_KEY, 'owner-candidates', id]}
          fetchPage={(request, options) => api(ownerCandidates, { id, ...request }, options)}
          chosen={chosen}
          onChoose={setChosen}
        />
        {hasOwnerFields && (
          <OwnerFields
            record={record}
            chosen={ownerFields}
            isMissing={isMissing && !ownerFields}
            first={first}
            onChoose={setOwnerFields}
          />
        )}
      </div>
      <div className="dialog__foot">
        <p className="ownership-form__chosen small" role="status">
          {chosen && (
            <>
              New account holder: <b>{getName(chosen)}</b>
            </>
          )}
        </p>
        <button type="button" className="button button--quiet" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="button button--primary"
          disabled={!chosen}
          aria-disabled={!isReady}
          onClick={() => void confirm().catch(() => {})}
        >
          {change.isPending ? 'Changing…' : 'Change ownership'}
        </button>
      </div>
    </>
  );
}

const CHOICES = {
  replace: 'Replace them with those of the new account holder',
  clear: 'Clear them',
  keep: 'Keep them',
} as const satisfies Record<OwnerFieldsAction, string>;

/** Choice of what happens to the name, telephone and email of the owner in the fields of the location. */
function OwnerFields(props: {
  record: LocationRecord;
  chosen: OwnerFieldsAction | undefined;
  isMissing: boolean;
  first: RefObject<HTMLInputElement | null>;
  onChoose: (chosen: OwnerFieldsAction) => void;
}) {
  const { record, chosen, isMissing, first, onChoose } = props;
  const name = useId();
  return (
    <fieldset className="owner-fields" aria-describedby={isMissing ? `${name}error` : undefined}>
      <legend>Details of the owner in this location</legend>
      <dl className="small">
        {OWNER_FIELDS.filter((field) => record[field] !== '').map((field) => (
          <div key={field}>
            <dt>{getLabel(field)}</dt>
            <dd>{record[field]}</dd>
          </div>
        ))}
      </dl>
      {isMissing && <FieldError id={`${name}error`} message={CHOOSE_CONTACT_DETAILS} />}
      {(Object.keys(CHOICES) as OwnerFieldsAction[]).map((action, index) => (
        <label key={action} className="check">
          <input
            ref={index === 0 ? first : undefined}
            type="radio"
            name={name}
            checked={chosen === action}
            onChange={() => onChoose(action)}
          />
          {CHOICES[action]}
        </label>
      ))}
    </fieldset>
  );
}
