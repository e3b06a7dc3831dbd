import { type FormEvent, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Api, getErrorMessage, isConflict } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { companyQuery, refreshCompanies } from '../client.ts';
import type { CompanyField, PersonField } from '../fields.ts';
import { type Kind, getFieldLabel, listFields } from '../kinds.ts';
import { listDefaultFields } from '../merging/choices.ts';
import { mergeCompany, mergePerson } from '../merging/contract.ts';
import { personQuery } from '../people/client.ts';
import { type FormEntry, toCompanyEntry, toPersonEntry } from './form-fields.ts';
import '../../../ui/conflict.css';
import './companies.css';

interface Props {
  readonly api: Api;
  readonly kind: Kind;
  /** The open entry, and the other one. */
  readonly ids: readonly [id: string, otherId: string];
  readonly getPath: (entry: { readonly id: string }) => string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onMerged: () => void;
}

type Side = FormEntry & { readonly id: string };

/** Merges two entries that are one company or person: which one stays, and which values it gets. */
export default function MergeDialog(props: Props) {
  const { kind, open, onClose } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={kind === 'companies' ? 'Merge companies' : 'Merge people'}
      shape="large"
    >
      <MergeLoader {...props} />
    </Dialog>
  );
}

function MergeLoader(props: Props) {
  const { api, kind, ids } = props;
  const [first, second] = [useSide(api, kind, ids[0]), useSide(api, kind, ids[1])];
  const error = first.error ?? second.error;
  if (first.side && second.side) return <MergeForm {...props} sides={[first.side, second.side]} />;
  return (
    <div className="dialog__body" aria-busy={!error}>
      {error && <ErrorAlert message={getErrorMessage(error)} />}
    </div>
  );
}

function useSide(api: Api, kind: Kind, id: string): { side: Side | undefined; error: Error | null } {
  const company = useQuery({ ...companyQuery(api, id), enabled: kind === 'companies' });
  const person = useQuery({ ...personQuery(api, id), enabled: kind === 'people' });
  const entry = company.data ? toCompanyEntry(company.data) : person.data && toPersonEntry(person.data);
  return { side: entry && { ...entry, id }, error: company.error ?? person.error };
}

function MergeForm({ api, kind, sides, getPath, onClose, onMerged }: Props & { sides: readonly [Side, Side] }) {
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [keptId, setKeptId] = useState(sides[0].id);
  const [state, setState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const [kept, other] = keptId === sides[0].id ? sides : [sides[1], sides[0]];
  const fields = listFields(kind);
  const different = fields.filter((field) => kept.values[field] !== other.values[field]);
  const taken = new Set(listDefaultFields(fields, kept.values, other.values));
  const merge = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.isBusy) return;
    const chosen = new FormData(event.currentTarget);
    const ids = { id: kept.id, version: kept.version, other_id: other.id, other_version: other.version };
    const names = different.filter((field) => chosen.get(field) === other.id);
    setState({ isBusy: true });
    try {
      const { message } = await (kind === 'companies'
        ? api(mergeCompany, { ...ids, fields: names as CompanyField[] })
        : api(mergePerson, { ...ids, fields: names as PersonField[] }));
      onClose();
      await router.navigate({ href: getPath(kept), ignoreBlocker: true });
      await refreshCompanies(client);
      onMerged();
      toast({ text: message });
    } catch (error) {
      if (isConflict(error)) await refreshCompanies(client);
      setState({ isBusy: false, error });
    }
  };
  return (
    <form className="form" method="post" onSubmit={(event) => void merge(event)}>
      <div className="dialog__body">
        {state.error !== undefined && <ErrorAlert message={getErrorMessage(state.error)} />}
        <fieldset className="field conflict">
          <legend>Which one stays?</legend>
          <div className="choices">
            {sides.map((side) => (
              <label key={side.id} className="choice">
                <input type="radio" name="kept" checked={side.id === kept.id} onChange={() => setKeptId(side.id)} />
                <span>{describeSide(side)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {different.map((field) => (
          // With other defaults for another one that stays.
          <fieldset key={`${field} ${kept.id}`} className="field conflict">
            <legend>{getFieldLabel(kind, field)}</legend>
            <div className="choices">
              {sides.map((side) => (
                <label key={side.id} className="choice">
                  <input
                    type="radio"
                    name={field}
                    value={side.id}
                    defaultChecked={taken.has(field) === (side.id === other.id)}
                  />
                  <span className="conflict__value">{formatValue(side, field)}</span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        <p className="merge-consequences">
          {`Everything that refers to “${other.values['name']}” will refer to the one that stays, and its page leads there. This cannot be undone. The values that it has now stay in the history.`}
        </p>
      </div>
      <DialogActions submitLabel="Merge" busy={state.isBusy} onCancel={onClose} />
    </form>
  );
}

/** The name with what tells it apart from one of the same name. */
function describeSide({ values, company }: Side): string {
  return [values['name'], company?.name, values['email']].filter(Boolean).join(', ');
}

function formatValue({ values, company }: Side, field: string) {
  const value = field === 'company_id' ? company?.name : values[field];
  return value || <span className="muted">Nothing</span>;
}
