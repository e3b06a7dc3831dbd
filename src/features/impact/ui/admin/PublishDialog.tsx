import type { FormEvent } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { formatCount, formatNumber } from '../../../../platform/text/numbers.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { previewQuery, publicationMutation } from '../../published/client.ts';
import { publishImpact } from '../../published/contract.ts';
import { WHY_CONFIDENTIAL } from '../../published/format.ts';
import { CONFIDENTIAL, LICENCE, type PublishedSum } from '../../published/schema.ts';
import { listPublishedTables } from '../../published/tables.ts';
import { NumbersSection } from '../NumbersSection.tsx';
import { PublishedFormulas } from '../PublishedFormulas.tsx';
import '../../../../ui/form.css';

interface Props {
  readonly api: Api;
  readonly year: number;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Shows what would be published of a year, with the numbers that are withheld, and publishes it. */
export default function PublishDialog(props: Props) {
  const { year, open, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title={`Publish ${year}`} shape="large">
      <PublishForm {...props} />
    </Dialog>
  );
}

function PublishForm({ api, year, open, onClose }: Props) {
  const toast = useToast();
  const { data: preview, error } = useQuery({ ...previewQuery(api, year), enabled: open });
  const publish = useMutation(publicationMutation(api, publishImpact));
  const failure = publish.error ?? error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!preview || publish.isPending) return;
    publish.mutate(
      { year, checksum: preview.checksum },
      {
        onSuccess: ({ message }) => {
          toast({ text: message });
          onClose();
        },
      },
    );
  };
  return (
    <form method="post" noValidate onSubmit={submit}>
      <div className="dialog__body impact-preview" aria-busy={!preview && !failure}>
        {failure && <ErrorAlert message={getErrorMessage(failure)} />}
        {preview && (
          <>
            <p>
              Everybody will read these figures of {year} on the page <b>/impact</b>, and as open data under{' '}
              {LICENCE.name}. Later changes of productions do not change them. Productions under embargo count in the
              sums. No production is named.
            </p>
            <p>
              <strong>{describeWithheld(preview.sums)}</strong> {WHY_CONFIDENTIAL}
            </p>
            {listPublishedTables(preview).map((table) => (
              <NumbersSection key={table.caption} table={table} />
            ))}
            <PublishedFormulas formulas={preview.formulas} />
          </>
        )}
      </div>
      <DialogActions submitLabel={`Publish ${year}`} busy={!preview || publish.isPending} onCancel={onClose} />
    </form>
  );
}

function describeWithheld(sums: readonly PublishedSum[]): string {
  const withheld = sums.filter(({ value }) => value === null).length;
  const all = formatCount(sums.length, 'number');
  if (withheld === 0) return `None of ${all} is withheld.`;
  return `${formatNumber(withheld)} of ${all} ${withheld === 1 ? 'is' : 'are'} withheld, shown as ${CONFIDENTIAL}.`;
}
