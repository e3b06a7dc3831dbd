import { useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { addDays, toDay } from '../../../../platform/text/days.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field, FieldError, RequiredNote } from '../../../../ui/Field.tsx';
import { Copy } from '../../../../ui/icons.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { createTokenMutation } from '../../client.ts';
import { tokenForm } from '../../schema.ts';
import { TOKEN_PERMISSIONS, TOKEN_PERMISSION_NAMES } from '../../token-permissions.ts';
import './api-tokens.css';

const LABELS = {
  name: 'Name',
  expires_on: 'Last day of use',
  read_only: 'Only read',
  permissions: 'Permissions',
} as const;
const DEFAULT_DAYS = 90;

/** Returns a day by its distance from today. */
const getDayAfter = (days: number) => addDays(toDay(Date.now()), days);

/** Dialog that creates a service token, and then shows it once. */
export default function CreateTokenDialog({ api, open, onClose }: { api: Api; open: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={secret ? 'Copy the token now' : 'Create a service token'}
      staysOnBackdropClick={secret !== undefined}
    >
      {secret ? (
        <Secret secret={secret} onClose={close} />
      ) : (
        <TokenForm api={api} onCreated={setSecret} onClose={close} />
      )}
    </Dialog>
  );
}

function TokenForm(props: { api: Api; onCreated: (secret: string) => void; onClose: () => void }) {
  const { api, onCreated, onClose } = props;
  const creation = useMutation(createTokenMutation(api));
  const { form, submit, field, alerts } = useValidatedForm<z.input<typeof tokenForm>, z.output<typeof tokenForm>>(
    tokenForm,
    LABELS,
    async (checked) => onCreated((await creation.mutateAsync(checked)).secret),
    { defaultValues: { name: '', expires_on: getDayAfter(DEFAULT_DAYS), read_only: true, permissions: [] } },
  );
  const readOnly = field('read_only');
  const permissions = field('permissions');
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        <RequiredNote />
        {alerts}
        <Field {...field('name')} required hint="Which program uses it, such as ‘Call sheets’.">
          {(control) => <input {...control} autoComplete="off" maxLength={80} />}
        </Field>
        <Field {...field('expires_on')} required hint="At most a year from now.">
          {(control) => <input {...control} type="date" min={getDayAfter(1)} max={getDayAfter(364)} />}
        </Field>
        <div className="field">
          <label className="checkbox-row checkbox-row--compact token-form__choice" htmlFor={readOnly.id}>
            <input
              type="checkbox"
              id={readOnly.id}
              {...readOnly.registration}
              aria-describedby={`${readOnly.id}-hint`}
            />
            {LABELS.read_only}
          </label>
          <p className="field__hint" id={`${readOnly.id}-hint`}>
            Calls that change something are rejected, whatever the permissions.
          </p>
        </div>
        <fieldset
          className="field token-form__permissions"
          aria-describedby={permissions.error && `${permissions.id}-error`}
        >
          <legend>
            {LABELS.permissions}
            <span className="required" aria-hidden>
              {' '}
              *
            </span>
          </legend>
          {permissions.error && <FieldError id={`${permissions.id}-error`} message={permissions.error} />}
          {TOKEN_PERMISSION_NAMES.map((name) => (
            <label key={name} className="checkbox-row checkbox-row--compact token-form__choice">
              <input
                type="checkbox"
                value={name}
                aria-invalid={permissions.error !== undefined}
                {...permissions.registration}
              />
              {TOKEN_PERMISSIONS[name]}
            </label>
          ))}
        </fieldset>
      </div>
      <DialogActions submitLabel="Create token" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setStatus('The token was copied.');
    } catch {
      input.current?.select();
      setStatus('The token is selected. Copy it with the keyboard.');
    }
  };
  return (
    <>
      <div className="dialog__body form">
        <p>It is shown only now. Keep it like a password: anyone who has it can do what it permits.</p>
        <div className="field">
          <label htmlFor="service-token">Service token</label>
          <div className="token-form__secret">
            <input
              id="service-token"
              ref={input}
              className="input"
              readOnly
              value={secret}
              onFocus={(event) => event.currentTarget.select()}
            />
            <button type="button" className="button" onClick={() => void copy()}>
              <Copy /> Copy token
            </button>
          </div>
          <p role="status">{status}</p>
        </div>
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--primary" onClick={onClose}>
          I have stored it
        </button>
      </div>
    </>
  );
}
