import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type Api, isApiError } from '../../../../platform/http/contract.ts';
import { recordQuery, refreshRecord } from '../../record/client.ts';
import { checkRecord } from '../../working-copy/check-fields.ts';
import { type Differences, getDifferences } from '../../record/policy.ts';
import type { LocationRecord } from '../../record/schema.ts';
import { saveLocation } from '../../submission/contract.ts';
import {
  type RecordFormState,
  applyDecision,
  mergeRecord,
  markSent,
  getUnsavedFields,
  createFormState,
} from './record-form-state.ts';
import { RECORD_FIELDS, type RecordField, type RecordFields } from '../../fields/lookup.ts';

/** Times that a save is tried while others save other fields at the same time. */
const MAX_ATTEMPTS = 3;

/** What came of a save: it is done, marked fields or a choice between two values keep it from being done. */
export type Saved = 'saved' | 'marked' | 'conflict';

/** What a form is given to show and change the fields of a record. */
export interface RecordForm {
  readonly fields: RecordFields;
  /** What is wrong with fields, by name. */
  readonly problems: Readonly<Record<string, string>>;
  /** What has been changed since it was published. */
  readonly changed: Differences;
  /** @param misread why what was typed cannot be read: nothing is saved until it can */
  readonly change: (fields: Partial<RecordFields>, misread?: string) => void;
  /** Why what stands in fields cannot be read, by name. */
  readonly misread: Readonly<Record<string, string>>;
  /** Times that everything typed was taken back. */
  readonly resets: number;
  /** Told as a field loses the focus: from then on it says what is wrong with it. */
  readonly leave: (field: RecordField) => void;
}

/** Keeps what is typed into the form of a record until it is saved, beside what others save meanwhile. */
export function useRecordForm(api: Api, record: LocationRecord) {
  const queryClient = useQueryClient();
  const [state, setState] = useState(() => createFormState(record));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  // What a colleague has saved is shown as soon as it is known.
  const typed = state.version < record.version ? mergeRecord(state, record) : state;
  if (typed !== state) setState(typed);
  const { fields, conflicts } = typed;
  const [unreadable, setMisread] = useState<Readonly<Record<string, string>>>({});
  const misread = getUnreadable(unreadable, fields);
  const unsaved = getUnsavedFields(typed);
  const [resets, setResets] = useState(0);

  const [marked, setMarked] = useState(0);
  const shownMarksRef = useRef(0);
  const mark = (found: Readonly<Record<string, string>>) => {
    setProblems(found);
    setMarked((times) => times + 1);
  };
  const change = (changes: Partial<RecordFields>, reason?: string) => {
    const others = (now: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(now).filter(([field]) => !(field in changes)));
    const these = reason === undefined ? {} : Object.fromEntries(Object.keys(changes).map((field) => [field, reason]));
    setMisread((now) => ({ ...others(now), ...these }));
    setState((now) => ({ ...now, fields: { ...now.fields, ...changes } }));
    setProblems(others);
  };
  const leave = (field: RecordField) => {
    const { [field]: problem } = checkRecord(fields, { [field]: fields[field] }).problems;
    if (problem !== undefined) setProblems((now) => ({ ...now, [field]: problem }));
  };

  const save = async (from: RecordFormState = typed, tries = MAX_ATTEMPTS): Promise<Saved> => {
    const names = getUnsavedFields(from);
    const sent = Object.fromEntries(names.map((field) => [field, from.fields[field]])) as Partial<RecordFields>;
    const found = { ...checkRecord(from.fields, sent).problems, ...getUnreadable(unreadable, from.fields) };
    if (Object.keys(found).length > 0) {
      mark(found);
      return 'marked';
    }
    try {
      await api(saveLocation, { id: record.id, version: from.version, ...sent });
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.errorType === 'INVALID' && error.fields) {
        mark(error.fields);
        return 'marked';
      }
      if (error.errorType !== 'CONFLICT' || tries === 1) throw error;
      const now = mergeRecord(from, await queryClient.fetchQuery({ ...recordQuery(api, record.id), staleTime: 0 }));
      setState(now);
      return now.conflicts.length > 0 ? 'conflict' : save(now, tries - 1);
    }
    setState((now) => markSent(now, sent));
    setProblems({});
    await refreshRecord(queryClient, api, record.id);
    return 'saved';
  };

  return {
    form: {
      ...{ fields, problems, misread, changed: getDifferences(fields, record.published) },
      ...{ change, leave, resets },
    } satisfies RecordForm,
    unsaved: RECORD_FIELDS.filter((field) => field in misread || unsaved.includes(field)),
    conflicts,
    saved: typed.saved,
    /** Says what is wrong with fields, and has the first of them be shown. */
    mark,
    /** Times that this was done. */
    marked,
    /** Those of which the first field was shown. */
    seenRef: shownMarksRef,
    /** Saves what is not saved yet; whatever is in conflict must have been decided. */
    save: () => (conflicts.length > 0 ? Promise.resolve<Saved>('conflict') : save()),
    /** Ends the conflicts, and saves. */
    decide: (theirs: ReadonlySet<RecordField>) => {
      const now = applyDecision(typed, theirs);
      setState(now);
      return getUnsavedFields(now).length === 0 ? Promise.resolve<Saved>('saved') : save(now);
    },
    reset: () => {
      setState(createFormState(record));
      setProblems({});
      setMisread({});
      setResets((times) => times + 1);
    },
  };
}

/** Of what could not be read, that in whose place no other value has come. */
function getUnreadable(unreadable: Readonly<Record<string, string>>, fields: RecordFields): Record<string, string> {
  return Object.fromEntries(Object.entries(unreadable).filter(([field]) => fields[field as RecordField] === null));
}
