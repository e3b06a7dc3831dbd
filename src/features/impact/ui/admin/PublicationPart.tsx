import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDate } from '../../../../platform/text/dates.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { NOT_PUBLISHED } from '../../messages.ts';
import { publicationMutation } from '../../published/client.ts';
import { publishImpact, unpublishImpact } from '../../published/contract.ts';
import { WHY_CONFIDENTIAL, formatBy } from '../../published/format.ts';
import { LICENCE } from '../../published/schema.ts';
import type { YearlyImpact } from '../../yearly/schema.ts';

/** Whether a year is published, and for those who may, the buttons that publish it and take it off. */
export function PublicationPart({ api, impact: { year, published_at, is_over } }: { api: Api; impact: YearlyImpact }) {
  const canPublish = can(useUser(api), 'impact.publish');
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const publish = useMutation(publicationMutation(api, publishImpact));
  const unpublish = useMutation(publicationMutation(api, unpublishImpact));
  const isPublished = published_at !== null;
  const confirm = async () => {
    const { message } = await (isPublished ? unpublish : publish).mutateAsync({ year });
    toast({ text: message });
  };
  const label = isPublished ? `Unpublish ${year}` : `Publish ${year}`;
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
        <button type="button" className="button button--compact" onClick={() => setAsking(true)}>
          {label}
        </button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={label}
        confirmLabel={label}
        isDestructive={isPublished}
        onConfirm={confirm}
      >
        {isPublished ? (
          <p>
            The page and the files of {year} are taken from the site. Whoever has saved them has them still: publish the
            year again only when the figures of several productions have changed, since the difference of two copies can
            tell the figures of one.
          </p>
        ) : (
          <>
            <p>
              Everybody will read the figures of {year} as they are now, on the page <b>/impact</b> and as open data
              under {LICENCE.name}: productions, days and spend by kind of production,{' '}
              {formatBy('COUNCIL').toLowerCase()} and film office, crew by kind of production and film office, spend by
              what it was for, how each is known, and the formulas of estimates with their sources. Later changes of
              productions do not change them.
            </p>
            <p>{WHY_CONFIDENTIAL} Productions under embargo count in the sums. No production is named.</p>
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
