import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { siteQuery } from '../features/pages/client.ts';

/** Says that a part of the site is still to come, and whom to turn to meanwhile. @param props.what begins the sentence */
export function NotOpenYet({ what }: { what: string }) {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: site } = useSuspenseQuery(siteQuery(api));
  return (
    <p className="prose">
      {what} is not open yet. Until it is, write to <a href={`mailto:${site.mailbox}`}>{site.mailbox}</a> or call{' '}
      <a href={`tel:${site.telephone.replace(/[^\d+]/g, '')}`}>{site.telephone}</a>.
    </p>
  );
}
