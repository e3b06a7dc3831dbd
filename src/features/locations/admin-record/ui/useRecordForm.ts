import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type Api, isApiError } from '../../../../platform/http/contract.ts';
import { recordQuery, refreshRecord } from '../client.ts';
import { checkRecord } from '../../working-copy/check-fields.ts';
import { type Differences, getDifferences } from '../differences.ts';
import type { LocationRecord } from '../schema.ts';
import { saveLocation } from '../../editing/contract.ts';
import {
  type RecordFormState,
  resolveConflicts,
  mergeRecord,
  markSent,
  getUnsavedFields,
  createFormState,
} from './record-form-state.ts';
import { RECORD_FIELDS, type RecordField, type RecordFields } from '../../catalogue/fields/lookup.ts';

/** Attempts to save while others save other fields at the same time. */
const MAX_ATTEMPTS = 3;

/** The result of a save: done, or prevented by invalid fields or by conflicts. */
export type SaveResult = 'saved' | 'invalid' | 'conflict';

export interface RecordForm {
  readonly fields: RecordFields;
  /** Error messages by field. */
  readonly problems: Readonly<Record<string, string>>;
  /** Differences from the published version. */
  readonly changed: Differences;
  /** @param reason why the input cannot be parsed; nothing is saved while it cannot */
  readonly change: (fields: Partial<RecordFields>, reason?: string) => void;
  /** Messages for input that cannot be parsed, by field. */
  readonly parseErrors: Readonly<Record<string, string>>;
  /** Number of resets of the form. */
  readonly resets: number;
  /** Validates a field when it loses the focus. */
  readonly onBlur: (field: RecordField) => void;
}

/** The state of the form of a record, merged with what others save at the same time. */
export function useRecordForm(api: Api, record: LocationRecord) {
  const queryClient = useQueryClient();
  const [state, setState] = useState(() => createFormState(record));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  // Changes by others are shown as soon as the record is refetched.
  const typed = state.version < record.version ? mergeRecord(state, record) : state;
  if (typed !== state) setState(typed);
  const { fields, conflicts } = typed;
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const parseErrors = getParseErrors(reasons, fields);
  const unsaved = getUnsavedFields(typed);
  const [resets, setResets] = useState(0);

  const [marked, setMarked] = useState(0);
  const focusedRef = useRef(0);
  const mark = (found: Readonly<Record<string, string>>) => {
    setProblems(found);
    setMarked((times) => times + 1);
  };
  const change = (changes: Partial<RecordFields>, reason?: string) => {
    const others = (now: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(now).filter(([field]) => !(field in changes)));
    const these = reason === undefined ? {} : Object.fromEntries(Object.keys(changes).map((field) => [field, reason]));
    setReasons((now) => ({ ...others(now), ...these }));
    setState((now) => ({ ...now, fields: { ...now.fields, ...changes } }));
    setProblems(others);
  };
  const onBlur = (field: RecordField) => {
    const { [field]: problem } = checkRecord(fields, { [field]: fields[field] }).problems;
    if (problem !== undefined) setProblems((now) => ({ ...now, [field]: problem }));
  };

  const save = async (from: RecordFormState = typed, attempts = MAX_ATTEMPTS): Promise<SaveResult> => {
    const names = getUnsavedFields(from);
    const sent = Object.fromEntries(names.map((field) => [field, from.fields[field]])) as Partial<RecordFields>;
    const found = { ...checkRecord(from.fields, sent).problems, ...getParseErrors(reasons, from.fields) };
    if (Object.keys(found).length > 0) {
      mark(found);
      return 'invalid';
    }
    try {
      await api(saveLocation, { id: record.id, version: from.version, ...sent });
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.errorType === 'INVALID' && error.fields) {
        mark(error.fields);
        return 'invalid';
      }
      if (error.errorType !== 'CONFLICT' || attempts === 1) throw error;
      const now = mergeRecord(from, await queryClient.fetchQuery({ ...recordQuery(api, record.id), staleTime: 0 }));
      setState(now);
      return now.conflicts.length > 0 ? 'conflict' : save(now, attempts - 1);
    }
    setState((now) => markSent(now, sent));
    setProblems({});
    await refreshRecord(queryClient, api, record.id);
    return 'saved';
  };

  return {
    form: {
      fields,
      problems,
      parseErrors,
      changed: getDifferences(fields, record.published),
      change,
      onBlur,
      resets,
    } satisfies RecordForm,
    unsaved: RECORD_FIELDS.filter((field) => field in parseErrors || unsaved.includes(field)),
    conflicts,
    saved: typed.saved,
    /** Shows errors at fields, and focuses the first of them. */
    mark,
    /** Number of calls of `mark`. */
    marked,
    /** The value of `marked` for which a field was focused last. */
    focusedRef,
    /** Saves the unsaved changes, unless there are conflicts. */
    save: () => (conflicts.length > 0 ? Promise.resolve<SaveResult>('conflict') : save()),
    /** Resolves the conflicts, and saves. */
    resolveConflicts: (theirs: ReadonlySet<RecordField>) => {
      const now = resolveConflicts(typed, theirs);
      setState(now);
      return getUnsavedFields(now).length === 0 ? Promise.resolve<SaveResult>('saved') : save(now);
    },
    reset: () => {
      setState(createFormState(record));
      setProblems({});
      setReasons({});
      setResets((times) => times + 1);
    },
  };
}

/** Returns the messages of fields that still have no value. */
function getParseErrors(reasons: Readonly<Record<string, string>>, fields: RecordFields): Record<string, string> {
  return Object.fromEntries(Object.entries(reasons).filter(([field]) => fields[field as RecordField] === null));
}
