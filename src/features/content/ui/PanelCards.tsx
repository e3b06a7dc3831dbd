import { ArrowRight } from '../../../ui/icons.tsx';
import { SiteLink } from '../../../ui/SiteLink.tsx';
import type { PageContent } from '../schema.ts';

/** The panel cards of the home page, side by side. */
export function PanelCards({ cards }: { cards: PageContent['panelCards'] }) {
  return (
    <div className="panel-cards">
      {cards.map((card) => (
        <article key={card.title} className="panel-card">
          <h2 className="display display--1">{card.title}</h2>
          {card.text && <p>{card.text}</p>}
          {card.link && (
            <SiteLink className="more" href={card.link.href}>
              <span>{card.link.label}</span>
              <ArrowRight />
            </SiteLink>
          )}
        </article>
      ))}
    </div>
  );
}
