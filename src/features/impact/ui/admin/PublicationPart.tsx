import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDate } from '../../../../platform/text/dates.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { NOT_PUBLISHED } from '../../messages.ts';
import { publicationMutation } from '../../published/client.ts';
import { unpublishImpact } from '../../published/contract.ts';
import type { YearlyImpact } from '../../yearly/schema.ts';

const PublishDialog = lazyDialog(() => import('./PublishDialog.tsx'));

/** Whether a year is published, and for those who may, the buttons that publish it and take it off. */
export function PublicationPart({ api, impact: { year, published_at, is_over } }: { api: Api; impact: YearlyImpact }) {
  const canPublish = can(useUser(api), 'impact.publish');
  const toast = useToast();
  const [dialog, setDialog] = useState<'publish' | 'unpublish'>();
  const unpublish = useMutation(publicationMutation(api, unpublishImpact));
  const isPublished = published_at !== null;
  const close = () => setDialog(undefined);
  return (
    <>
      <p>
        {isPublished ? (
          <>
            Published {formatDate(published_at)}:{' '}
            <a className="link" href={`/impact?year=${year}`}>
              public page of {year}
            </a>
          </>
        ) : (
          NOT_PUBLISHED
        )}
      </p>
      {canPublish && (isPublished || is_over) && (
        <button
          type="button"
          className="button button--compact"
          onClick={() => setDialog(isPublished ? 'unpublish' : 'publish')}
        >
          {isPublished ? `Unpublish ${year}` : `Publish ${year}`}
        </button>
      )}
      <LazyMount isWanted={dialog === 'publish'}>
        <PublishDialog api={api} year={year} open={dialog === 'publish'} onClose={close} />
      </LazyMount>
      <ConfirmDialog
        open={dialog === 'unpublish'}
        onClose={close}
        title={`Unpublish ${year}`}
        confirmLabel={`Unpublish ${year}`}
        onConfirm={async () => toast({ text: (await unpublish.mutateAsync({ year })).message })}
      >
        <p>
          The page and the files of {year} are taken from the site. Whoever has saved them has them still: publish the
          year again only when the figures of several productions have changed, since the difference of two copies can
          tell the figures of one.
        </p>
      </ConfirmDialog>
    </>
  );
}
