import { createFileRoute } from '@tanstack/react-router';
import { pageQuery } from '../../features/content/client.ts';
import { featuredQuery } from '../../features/search/client.ts';
import { EnquiryPage } from '../components/EnquiryPage.tsx';
import { buildHead } from '../seo.ts';

export const Route = createFileRoute('/contact-us')({
  loader: async ({ context: { api, queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(pageQuery(api, 'contact-us')),
      queryClient.ensureQueryData(featuredQuery(api, 1)),
    ]);
  },
  head: ({ match: { context } }) => {
    const page = context.queryClient.getQueryData(pageQuery(context.api, 'contact-us').queryKey);
    return buildHead(context, {
      title: page?.title ?? 'Contact us',
      description: page?.description,
      canonical: '/contact-us',
    });
  },
  component: () => <EnquiryPage pageName="contact-us" />,
});
