import { useMutation, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field, RequiredNote } from '../../../../ui/Field.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { filmOfficesQuery, inviteMutation } from '../../administration/client.ts';
import { invitationForm } from '../../administration/schema.ts';
import { INVITATIONS, INVITED_ROLES, ROLES } from '../../permissions.ts';
import './user.css';

const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  role: 'Role',
  officeId: 'Film office',
} as const;
type Typed = Omit<z.input<typeof invitationForm>, 'officeId'> & { readonly officeId: string };
type Invitee = z.output<typeof invitationForm>;

/** Dialog that invites a colleague. */
export default function InviteDialog(props: { api: Api; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Invite a colleague">
      <InvitationForm api={props.api} onClose={props.onClose} />
    </Dialog>
  );
}

function InvitationForm({ api, onClose }: { api: Api; onClose: () => void }) {
  const toast = useToast();
  const invite = useMutation(inviteMutation(api));
  const { form, submit, field, alerts } = useValidatedForm<Typed, Invitee>(
    invitationForm as unknown as z.ZodType<Invitee, Typed>,
    LABELS,
    async (person) => {
      const officeId = ROLES[person.role].hasOffice ? person.officeId : undefined;
      const { message } = await invite.mutateAsync({ ...person, officeId });
      onClose();
      toast({ text: message });
    },
    { defaultValues: { firstName: '', lastName: '', email: '', role: INVITED_ROLES[0], officeId: '' } },
  );
  const role = useWatch({ control: form.control, name: 'role' }) ?? INVITED_ROLES[0];
  const { hasOffice } = ROLES[role];
  const offices = useQuery({ ...filmOfficesQuery(api), enabled: hasOffice }).data ?? [];
  return (
    <form className="form invitation" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        <p>
          They get an account of the {ROLES[role].label}, which can see and change {INVITATIONS[role]}, and an email
          with a link to choose a password.
        </p>
        <RequiredNote />
        {alerts}
        <Field {...field('firstName')} required>
          {(control) => <input {...control} autoComplete="off" />}
        </Field>
        <Field {...field('lastName')} required>
          {(control) => <input {...control} autoComplete="off" />}
        </Field>
        <Field {...field('email')} required>
          {(control) => <input {...control} type="email" autoComplete="off" />}
        </Field>
        {INVITED_ROLES.length > 1 && (
          <SelectField {...field('role')} required options={INVITED_ROLES.map((name) => [name, ROLES[name].label])} />
        )}
        {hasOffice && (
          <SelectField
            {...field('officeId')}
            required
            none="Choose"
            options={offices.map(({ id, name }) => [String(id), name])}
          />
        )}
      </div>
      <DialogActions submitLabel="Send invitation" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}
