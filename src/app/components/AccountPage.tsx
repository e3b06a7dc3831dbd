import type { ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { pageQuery } from '../../features/content/client.ts';
import { Banner } from '../../features/content/ui/Banner.tsx';
import { featuredQuery } from '../../features/search/client.ts';

/** An account page: the agency's text for it, then its form. @param props.title instead of the agency's */
export function AccountPage(props: {
  name: string;
  title?: string | undefined;
  hasText?: boolean;
  children: ReactNode;
}) {
  const { name, hasText = true, children } = props;
  const { api } = useRouteContext({ from: '__root__' });
  const { data: page } = useSuspenseQuery(pageQuery(api, name));
  return (
    <FeaturedPage title={props.title ?? page.banner?.title ?? page.title}>
      {hasText && page.content && <div className="prose" dangerouslySetInnerHTML={{ __html: page.content }} />}
      {children}
    </FeaturedPage>
  );
}

/** A page with a banner picture of a featured location. */
export function FeaturedPage(props: { title: string; aside?: ReactNode; children: ReactNode }) {
  const { title, aside, children } = props;
  const { api } = useRouteContext({ from: '__root__' });
  const { data: featured } = useSuspenseQuery(featuredQuery(api, 1));
  const picture = featured[0]?.primaryimage;
  return (
    <main id="content" tabIndex={-1}>
      <Banner title={title} picture={picture} />
      {aside ? (
        <div className="wrap article article--form">
          <div>{children}</div>
          <aside className="contact-aside">{aside}</aside>
        </div>
      ) : (
        <div className="wrap article">{children}</div>
      )}
    </main>
  );
}
