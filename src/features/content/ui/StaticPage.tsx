import type { ReactNode } from 'react';
import { SiteLink } from '../../../ui/SiteLink.tsx';
import type { PageContent } from '../schema.ts';
import './static-page.css';

/** A static page: banner, embedded page, HTML and cards. */
export function StaticPage({ page, banner }: { page: PageContent; banner: ReactNode }) {
  return (
    <main id="content" tabIndex={-1}>
      {banner}
      <div className="wrap article">
        {page.externalUrl && <EmbeddedPage page={page} url={page.externalUrl} />}
        {/* Sanitised by the server when it was saved and again when it was sent. */}
        {page.content && <div className="prose" dangerouslySetInnerHTML={{ __html: page.content }} />}
        {page.cards.length > 0 && <Cards cards={page.cards} />}
      </div>
    </main>
  );
}

/** A page of another site in a frame, and a link to it in case the frame cannot be loaded. */
function EmbeddedPage({ page, url }: { page: PageContent; url: string }) {
  return (
    <div className="article__framed">
      <iframe
        title={page.title}
        src={url}
        width={page.externalContentWidth}
        height={page.externalContentHeight.replace(/px$/, '')}
        loading="lazy"
        // The frame is cross-origin, so its scripts cannot access this site.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-popups"
        referrerPolicy="strict-origin-when-cross-origin"
      />
      <p>
        <SiteLink className="link" href={url}>
          Open {page.title} at {new URL(url).hostname}
        </SiteLink>
      </p>
    </div>
  );
}

function Cards({ cards }: { cards: PageContent['cards'] }) {
  return (
    <ul className="article__cards">
      {cards.map((card) => (
        <li key={card.title}>
          <h2 className="display display--1">{card.title}</h2>
          {card.text && <p className="muted">{card.text}</p>}
          {card.link && (
            <SiteLink className="link" href={card.link.href}>
              {card.link.label}
            </SiteLink>
          )}
        </li>
      ))}
    </ul>
  );
}
