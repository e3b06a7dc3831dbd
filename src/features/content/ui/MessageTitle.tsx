import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { siteQuery } from '../client.ts';

/** The title of a page that takes the place of another, with the name of the site, if it is loaded. */
export function MessageTitle({ title }: { title: string }) {
  const { api } = useRouter().options.context;
  const site = useQueryClient().getQueryData(siteQuery(api).queryKey);
  return <title>{site ? `${title} - ${site.name}` : title}</title>;
}
