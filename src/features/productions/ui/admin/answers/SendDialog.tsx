import { useId } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { formatCount } from '../../../../../platform/text/numbers.ts';
import { Dialog } from '../../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../../ui/DialogActions.tsx';
import { Field } from '../../../../../ui/Field.tsx';
import { useToast } from '../../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../../ui/useValidatedForm.tsx';
import type { Production } from '../../../schema.ts';
import { sendBoardMutation } from '../../../answers/client.ts';
import { type ProductionAnswers, sendingForm } from '../../../answers/schema.ts';
import '../../../../../ui/form.css';

interface Props {
  readonly api: Api;
  readonly production: Production;
  readonly board: ProductionAnswers['boards'][number];
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Sends a board to somebody of a production. */
export default function SendDialog(props: Props) {
  const { board, open, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title={`Send ‘${board.title}’`}>
      <SendForm {...props} />
    </Dialog>
  );
}

function SendForm({ api, production, board, onClose }: Props) {
  const id = useId();
  const toast = useToast();
  const send = useMutation(sendBoardMutation(api));
  const { form, submit, field, alerts } = useValidatedForm(
    sendingForm,
    { recipient: 'Email address', message: 'Message' },
    async (checked) => {
      const { message } = await send.mutateAsync({ id: production.id, boardId: board.id, ...checked });
      toast({ text: message });
      onClose();
    },
    { defaultValues: { recipient: '', message: '' } },
  );
  const people = [...production.contacts, ...production.enquiries];
  const names = new Map(people.flatMap(({ email, name }) => (email === null ? [] : [[email, name] as const])));
  return (
    <form method="post" noValidate onSubmit={submit}>
      <div className="dialog__body form">
        {alerts}
        <p>
          {`They get a link to ${formatCount(board.available, 'location')}, see the notes, and answer without an account. The locations are recorded as offered.`}
        </p>
        <Field {...field('recipient')} hint="The contacts and enquirers of the production are suggested." required>
          {(control) => <input {...control} type="email" list={`${id}people`} autoComplete="off" />}
        </Field>
        <datalist id={`${id}people`}>
          {[...names].map(([email, name]) => (
            <option key={email} value={email}>
              {name}
            </option>
          ))}
        </datalist>
        <Field {...field('message')}>{(control) => <textarea {...control} rows={4} />}</Field>
      </div>
      <DialogActions busy={form.formState.isSubmitting} submitLabel="Send" onCancel={onClose} />
    </form>
  );
}
