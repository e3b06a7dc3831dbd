import { useEffect, useState } from 'react';
import { z } from 'zod';
import { getErrorMessage } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { beginAuthenticator, confirmAuthenticator } from '../../second-factor/contract.ts';
import { factorCode } from '../../second-factor/schema.ts';
import type { FactorFormProps } from './factor-dialog.ts';

type Key = z.output<typeof beginAuthenticator.output>;

/** Sets up an authenticator app: shows its key, and asks for a first code. */
export function AuthenticatorDialog({ open, ...props }: FactorFormProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={props.onClose} title="Set up an authenticator app" staysOnBackdropClick>
      {open && <AuthenticatorSetup {...props} />}
    </Dialog>
  );
}

function AuthenticatorSetup(props: FactorFormProps) {
  const { api, onClose } = props;
  const [state, setState] = useState<{ key?: Key; error?: unknown }>({});
  useEffect(() => {
    let isClosed = false;
    api(beginAuthenticator, {}).then(
      (key) => !isClosed && setState({ key }),
      (error: unknown) => !isClosed && setState({ error }),
    );
    return () => {
      isClosed = true;
    };
  }, [api]);
  if (state.key) return <FirstCode {...props} setup={state.key} />;
  return (
    <>
      <div className="dialog__body" aria-busy={state.error === undefined}>
        {state.error === undefined ? (
          <p className="muted">Creating a key…</p>
        ) : (
          <ErrorAlert message={getErrorMessage(state.error)} />
        )}
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </>
  );
}

function FirstCode({ api, setup, onClose, onAdded }: FactorFormProps & { setup: Key }) {
  const { form, submit, field, alerts } = useValidatedForm(
    z.object({ code: factorCode }),
    { code: 'Code' },
    async (input) => {
      await onAdded(await api(confirmAuthenticator, input));
      onClose();
    },
    { mode: 'onSubmit' },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <p>Scan this with an authenticator app, or type the key into it.</p>
        <QrCode {...setup.qr_code} />
        <p className="muted small">Key</p>
        <p>
          <code className="authenticator-key">{setup.key.replace(/.{4}(?!$)/g, '$& ')}</code>
        </p>
        <Field {...field('code')} required hint="The six digits that the app shows now.">
          {(control) => <input {...control} type="text" inputMode="numeric" autoComplete="one-time-code" />}
        </Field>
      </div>
      <DialogActions submitLabel="Set up" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}

/** Light modules around the code, without which some cameras do not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

function QrCode({ size, path }: Key['qr_code']) {
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label="QR code with the key"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
