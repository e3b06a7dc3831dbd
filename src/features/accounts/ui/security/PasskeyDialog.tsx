import { z } from 'zod';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { addPasskey, beginPasskey } from '../../second-factor/contract.ts';
import { passkeyName } from '../../second-factor/schema.ts';
import { createPasskey } from '../passkeys.ts';

import type { FactorFormProps } from './factor-dialog.ts';

/** Dialog to add a passkey and name it. */
export function PasskeyDialog({ open, ...props }: FactorFormProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={props.onClose} title="Add a passkey" staysOnBackdropClick>
      {open && <PasskeyForm {...props} />}
    </Dialog>
  );
}

function PasskeyForm({ api, onClose, onAdded }: FactorFormProps) {
  const { form, submit, field, alerts } = useValidatedForm(
    z.object({ name: passkeyName }),
    { name: 'Name' },
    async ({ name }) => {
      const { token, passkey_options } = await api(beginPasskey, {});
      const options = passkey_options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const passkey = (await createPasskey(options)) as z.input<typeof addPasskey.input>['passkey'];
      await onAdded(await api(addPasskey, { token, name, passkey }));
      onClose();
    },
    { mode: 'onSubmit' },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <p>Your browser will ask for your fingerprint, face, PIN or security key.</p>
        <Field {...field('name')} required hint="For example the name of your device.">
          {(control) => <input {...control} type="text" autoComplete="off" />}
        </Field>
      </div>
      <DialogActions submitLabel="Continue" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}
