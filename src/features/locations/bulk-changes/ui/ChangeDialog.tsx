import { useId, useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { locationFieldsQuery } from '../../catalogue/published/client.ts';
import { bulkOwnerCandidates } from '../contract.ts';
import type { BulkAction, OptionAction } from '../schema.ts';
import { getLabel } from '../../catalogue/fields/lookup.ts';
import { CHOOSE_NEW_OWNER, CHOOSE_NEW_VALUE, CHOOSE_OPTION } from '../messages.ts';
import type { Candidate } from '../../ownership/schema.ts';
import { FACETS, FACET_FIELDS, type FacetField, getFactLabel, isFacetField } from '../../catalogue/schema.ts';
import { CandidateSearch, getName } from '../../ownership/ui/CandidateSearch.tsx';
import './bulk-changes.css';

interface ChangeDialogProps {
  readonly api: Api;
  readonly count: number;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Checks the change and shows the preview. */
  readonly onPreview: (action: BulkAction) => Promise<void>;
}

/** Chooses what to change in the selected locations. */
export default function ChangeDialog(props: ChangeDialogProps) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={`Change ${formatCount(props.count, 'location')}`}
      staysOnBackdropClick
    >
      <ChangeForm {...props} />
    </Dialog>
  );
}

type Subject = FacetField | 'featured' | 'owner';

/** The choices so far. */
interface Choice {
  readonly subject: Subject;
  readonly kind: OptionAction['kind'];
  /** Null until the value of a field with one option is chosen. None clears the field. */
  readonly options: readonly string[] | null;
  readonly featured: boolean;
  readonly owner: Candidate | undefined;
}

const INITIAL: Choice = { subject: FACET_FIELDS[0]!, kind: 'add', options: [], featured: true, owner: undefined };

/** A field with several options begins with adding, which loses nothing. */
function startWith(subject: Subject): Partial<Choice> {
  const isMultiple = isFacetField(subject) && FACETS[subject].isMultiple;
  return { subject, kind: isMultiple ? 'add' : 'set', options: isMultiple ? [] : null };
}

/** The action, or what is missing. */
function toAction({ subject, kind, options, featured, owner }: Choice): BulkAction | string {
  if (subject === 'featured') return { kind: 'feature', featured };
  if (subject === 'owner') return owner ? { kind: 'owner', userId: owner.id } : CHOOSE_NEW_OWNER;
  if (options === null) return CHOOSE_NEW_VALUE;
  if (options.length === 0 && kind !== 'set') return CHOOSE_OPTION;
  return { kind, field: subject, options: [...options] };
}

function ChangeForm({ api, onClose, onPreview }: ChangeDialogProps) {
  const id = useId();
  const [choice, setChoice] = useState(INITIAL);
  const [state, setState] = useState<{ busy: boolean; error?: string }>({ busy: false });
  const [attempt, setAttempt] = useState(0);
  const change = (changed: Partial<Choice>) => {
    setChoice((before) => ({ ...before, ...changed }));
    setState({ busy: false });
  };
  const submit = async () => {
    setAttempt((before) => before + 1);
    const action = toAction(choice);
    if (typeof action === 'string') {
      setState({ busy: false, error: action });
      return;
    }
    setState({ busy: true });
    try {
      await onPreview(action);
    } catch (error) {
      setState({ busy: false, error: getErrorMessage(error) });
    }
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!state.busy) void submit();
      }}
    >
      <div className="dialog__body">
        {/* Gets the focus at each attempt: a long list of options hides it otherwise. */}
        {state.error !== undefined && <ErrorAlert key={attempt} message={state.error} />}
        <div className="field">
          <div className="field__name">
            <label htmlFor={`${id}-subject`}>What to change</label>
          </div>
          <select
            id={`${id}-subject`}
            className="input"
            value={choice.subject}
            onChange={({ target }) => change(startWith(target.value as Subject))}
          >
            {FACET_FIELDS.map((field) => (
              <option key={field} value={field}>
                {getFactLabel(field)}
              </option>
            ))}
            <option value="featured">{getLabel('featured')}</option>
            <option value="owner">Account holder</option>
          </select>
        </div>
        {isFacetField(choice.subject) && (
          <OptionChoice api={api} field={choice.subject} choice={choice} onChange={change} />
        )}
        {choice.subject === 'featured' && (
          <fieldset className="form__options">
            <legend>{getLabel('featured')}</legend>
            <Radio name={id} label="Yes" isChecked={choice.featured} onChoose={() => change({ featured: true })} />
            <Radio name={id} label="No" isChecked={!choice.featured} onChoose={() => change({ featured: false })} />
          </fieldset>
        )}
        {choice.subject === 'owner' && (
          <div className="form__options">
            <p className="muted small">
              {choice.owner ? `New account holder: ${getName(choice.owner)}. ` : ''}
              The owner’s name, telephone numbers and email address in the locations are kept.
            </p>
            <CandidateSearch
              queryKey={['bulk-owners']}
              fetchPage={(request, options) => api(bulkOwnerCandidates, request, options)}
              chosen={choice.owner}
              onChoose={(owner) => change({ owner })}
            />
          </div>
        )}
        <p className="muted small">Nothing is changed yet. The next page shows what will change and what is refused.</p>
      </div>
      <DialogActions submitLabel={state.busy ? 'Checking…' : 'Preview'} busy={state.busy} onCancel={onClose} />
    </form>
  );
}

const KINDS = {
  add: 'Add to the present ones',
  remove: 'Remove from the present ones',
  set: 'Replace the present ones',
} as const;

interface OptionChoiceProps {
  readonly field: FacetField;
  /** Names of the options of the field. */
  readonly names: readonly string[];
  readonly choice: Choice;
  readonly onChange: (changed: Partial<Choice>) => void;
}

/** The options of a field, and for a field with several what to do with them. */
function OptionChoice({ api, ...props }: Omit<OptionChoiceProps, 'names'> & { api: Api }) {
  const { data: fields } = useSuspenseQuery(locationFieldsQuery(api));
  const names = fields.find(({ field }) => field === props.field)?.options ?? [];
  return FACETS[props.field].isMultiple ? (
    <MultipleOptions {...props} names={names} />
  ) : (
    <SingleOption {...props} names={names} />
  );
}

/** The value of the choice that clears the field. The other values are positions in the list of options. */
const CLEAR = -1;

/** Nothing is chosen at first, so that a field is cleared only on purpose. */
function SingleOption({ names, choice: { options }, onChange }: OptionChoiceProps) {
  const id = useId();
  const [name] = options ?? [];
  const choose = (index: number) => onChange({ options: index === CLEAR ? [] : [names[index]!] });
  return (
    <div className="field">
      <div className="field__name">
        <label htmlFor={id}>New value</label>
      </div>
      <select
        id={id}
        className="input"
        value={options === null ? '' : name === undefined ? CLEAR : names.indexOf(name)}
        onChange={({ target }) => choose(Number(target.value))}
      >
        <option value="" disabled>
          Choose
        </option>
        <option value={CLEAR}>None (clear the field)</option>
        {names.map((option, index) => (
          <option key={option} value={index}>
            {option}
          </option>
        ))}
      </select>
    </div>
  );
}

function MultipleOptions({ field, names, choice, onChange }: OptionChoiceProps) {
  const id = useId();
  const chosen = choice.options ?? [];
  return (
    <>
      <fieldset className="form__options">
        <legend>What to do</legend>
        {Object.entries(KINDS).map(([kind, text]) => (
          <Radio
            key={kind}
            name={id}
            label={text}
            isChecked={choice.kind === kind}
            onChoose={() => onChange({ kind: kind as OptionAction['kind'] })}
          />
        ))}
      </fieldset>
      <fieldset className="form__options">
        <legend>{getFactLabel(field)}</legend>
        {choice.kind === 'set' && <p className="field__hint">Choose none to clear the field.</p>}
        <div className="bulk-form__options">
          {names.map((name) => (
            <label key={name} className="checkbox-row checkbox-row--compact">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={({ target }) =>
                  onChange({ options: names.filter((one) => (one === name ? target.checked : chosen.includes(one))) })
                }
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

function Radio(props: { name: string; label: string; isChecked: boolean; onChoose: () => void }) {
  return (
    <label className="checkbox-row checkbox-row--compact">
      <input type="radio" name={props.name} checked={props.isChecked} onChange={props.onChoose} />
      {props.label}
    </label>
  );
}
