import { useEffect, useId } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../../platform/text/dates.ts';
import { formatCount } from '../../../../../platform/text/numbers.ts';
import { Dialog } from '../../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../../ui/DialogActions.tsx';
import { Field } from '../../../../../ui/Field.tsx';
import { SelectField } from '../../../../../ui/SelectField.tsx';
import { useToast } from '../../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../../ui/useValidatedForm.tsx';
import { lookBooksQuery } from '../../../../boards/look-book/client.ts';
import { type LookBookState, MAX_SENT_MB } from '../../../../boards/look-book/schema.ts';
import { getBoardPath } from '../../../../boards/schema.ts';
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

/** With what its readers may not expect to be shown. */
function describeLookBook({ title, requested_at, has_states, has_answers }: LookBookState): string {
  return [
    title,
    formatDateTime(requested_at),
    ...(has_states ? ['with states and costs'] : []),
    ...(has_answers ? ['with answers of guests'] : []),
  ].join(', ');
}

function SendForm({ api, production, board, onClose }: Props) {
  const id = useId();
  const toast = useToast();
  const send = useMutation(sendBoardMutation(api));
  const enquiries = production.enquiries.filter(({ state }) => state !== 'SPAM');
  const { form, submit, field, alerts } = useValidatedForm(
    sendingForm,
    {
      recipient: 'Email address',
      message: 'Message',
      lookBookId: 'Look-book to send with it',
      enquiryId: 'Conversation to write it in',
    },
    async (checked) => {
      const enquiryVersion = enquiries.find((enquiry) => enquiry.id === checked.enquiryId)?.version;
      const input = { id: production.id, boardId: board.id, ...checked, enquiryVersion };
      const { message } = await send.mutateAsync(input);
      toast({ text: message });
      onClose();
    },
    { defaultValues: { recipient: '', message: '', lookBookId: '', enquiryId: '' } },
  );
  const { data: made } = useQuery(lookBooksQuery(api, board.id));
  const lookBooks = made?.look_books.filter(({ can_be_sent }) => can_be_sent);
  const enquiryId = form.watch('enquiryId');
  const enquirer = enquiries.find((enquiry) => enquiry.id === enquiryId)?.email;
  useEffect(() => {
    if (enquirer !== undefined) form.setValue('recipient', enquirer);
  }, [form, enquirer]);
  const people = [...production.contacts, ...production.enquiries];
  const names = new Map(people.flatMap(({ email, name }) => (email === null ? [] : [[email, name] as const])));
  return (
    <form method="post" noValidate onSubmit={submit}>
      <div className="dialog__body form">
        {alerts}
        <p>
          {`They get a link to ${formatCount(board.available, 'location')}, see the notes, and answer without an account. The locations are recorded as offered.`}
        </p>
        {enquiries.length > 0 && (
          <SelectField
            {...field('enquiryId')}
            hint="It is written to the sender of the enquiry, and their reply comes back to it. A closed enquiry is open again then."
            none="None, an email of its own"
            options={enquiries.map(({ id: value, reference, name, state }) => [
              value,
              `${reference}, ${name}${state === 'CLOSED' ? ', closed' : ''}`,
            ])}
          />
        )}
        <Field {...field('recipient')} hint="The contacts and enquirers of the production are suggested." required>
          {(control) => (
            <input
              {...control}
              type="email"
              list={`${id}people`}
              autoComplete="off"
              readOnly={enquirer !== undefined}
            />
          )}
        </Field>
        <datalist id={`${id}people`}>
          {[...names].map(([email, name]) => (
            <option key={email} value={email}>
              {name}
            </option>
          ))}
        </datalist>
        <Field {...field('message')}>{(control) => <textarea {...control} rows={4} />}</Field>
        {lookBooks && lookBooks.length > 0 && (
          <SelectField
            {...field('lookBookId')}
            hint={`They can download it as long as the link works. Only PDFs of at most ${MAX_SENT_MB} MB can be sent.`}
            none="None"
            options={lookBooks.map((lookBook) => [lookBook.id, describeLookBook(lookBook)])}
          />
        )}
        {lookBooks?.length === 0 && (
          <p>
            {`You have no look-book of this board that can be sent, a PDF of at most ${MAX_SENT_MB} MB. To send one with it, `}
            <a className="link" href={getBoardPath(board)}>
              make it on the page of the board
            </a>{' '}
            first.
          </p>
        )}
      </div>
      <DialogActions busy={form.formState.isSubmitting} submitLabel="Send" onCancel={onClose} />
    </form>
  );
}
