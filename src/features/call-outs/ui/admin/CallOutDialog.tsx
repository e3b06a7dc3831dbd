import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { callOutMutation } from '../../client.ts';
import { addCallOut, updateCallOut } from '../../contract.ts';
import { BRIEF_LABEL } from '../../messages.ts';
import { type CallOut, type CallOutFields, callOutForm } from '../../schema.ts';
import { formatSearch, parseSearchText } from '../../search-text.ts';
import { SearchFields } from './SearchFields.tsx';
import '../../../../ui/checkbox.css';
import '../../../../ui/form.css';

interface Props {
  readonly api: Api;
  /** The production. */
  readonly id: string;
  /** Missing to write one. */
  readonly callOut?: CallOut;
  readonly onClose: () => void;
}

/** Writes a call-out, or changes one that was not sent. */
export default function CallOutDialog(props: Props & { open: boolean }) {
  const { open, onClose, callOut } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={callOut ? 'Change the call-out' : 'Write a call-out'}
      shape="large"
      staysOnBackdropClick
    >
      <CallOutForm {...props} />
    </Dialog>
  );
}

const LABELS = {
  brief: BRIEF_LABEL,
  days_from: 'Filming from',
  days_to: 'Filming to',
  last_day: 'Last day for answers',
} as const;
type Typed = Record<keyof typeof LABELS | 'search', string> & { is_wanted: boolean };

function CallOutForm({ api, id, callOut, onClose }: Props) {
  const toast = useToast();
  const canPublish = can(useUser(api), 'board.private');
  const add = useMutation(callOutMutation(api, id, addCallOut));
  const update = useMutation(callOutMutation(api, id, updateCallOut));
  const [params, setParams] = useState(() => parseSearchText(callOut?.search ?? ''));
  const { form, submit, field, alerts } = useValidatedForm<Typed, CallOutFields>(
    callOutForm as unknown as z.ZodType<CallOutFields, Typed>,
    { ...LABELS, search: 'For which locations', is_wanted: 'Public' },
    async (checked) => {
      const fields = { ...checked, search: formatSearch(params) };
      const { message } = callOut
        ? await update.mutateAsync({ id, callOutId: callOut.id, version: callOut.version, ...fields })
        : await add.mutateAsync({ id, ...fields });
      toast({ text: message });
      onClose();
    },
    {
      defaultValues: {
        brief: callOut?.brief ?? '',
        days_from: callOut?.days_from ?? '',
        days_to: callOut?.days_to ?? '',
        last_day: callOut?.last_day ?? '',
        search: '',
        is_wanted: callOut?.is_wanted ?? false,
      },
    },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <Field
          {...field('brief')}
          required
          hint="Owners read it. Leave out the title, names and anything confidential."
        >
          {(control) => <textarea {...control} rows={6} maxLength={4000} />}
        </Field>
        <div className="two">
          <Field {...field('days_from')}>{(control) => <input {...control} type="date" />}</Field>
          <Field {...field('days_to')}>{(control) => <input {...control} type="date" />}</Field>
        </div>
        <Field {...field('last_day')} required>
          {(control) => <input {...control} type="date" />}
        </Field>
        {!canPublish && callOut?.is_wanted && (
          <p>
            The Locations Team shows it on the public page ‘Wanted’ while it is open. If you change what the production
            looks for, the team has to decide so again.
          </p>
        )}
        {canPublish && (
          <label className="checkbox-row">
            <input type="checkbox" {...form.register('is_wanted')} />
            <span>Show it on the public page ‘Wanted’ while it is open</span>
          </label>
        )}
        <SearchFields api={api} params={params} onChange={setParams} />
      </div>
      <DialogActions
        busy={form.formState.isSubmitting}
        submitLabel={callOut ? 'Save the call-out' : 'Add the call-out'}
        onCancel={onClose}
      />
    </form>
  );
}
