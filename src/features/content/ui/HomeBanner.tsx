import type { ReactNode } from 'react';
import { toTelephoneUrl } from '../../../platform/text/telephone-url.ts';
import { ArrowDown, Mail, Phone } from '../../../ui/icons.tsx';
import { getRegionRules } from '../../geography/region-rules.ts';
import type { PageContent } from '../schema.ts';
import './home.css';

/** The full-screen banner: a widescreen picture between dark bars, the search field on its lower edge, and contact details. */
export function HomeBanner({ page, picture, search }: { page: PageContent; picture: ReactNode; search: ReactNode }) {
  const { banner, contact } = page;
  return (
    <section className="hero" aria-label={banner?.title ?? page.title}>
      <div className="hero__frame">
        {picture}
        {banner?.hasEffect && <span className="brackets" />}
        <h1 className="hero__title display display--5">{banner?.title ?? page.title}</h1>
      </div>
      <div className="hero__bar">
        <div className="hero__row">
          {search}
          <p className="hero__credit">
            <b>{banner?.caption ?? getRegionRules().bannerCaption}</b>
            {banner?.image?.credit && `Photograph: ${banner.image.credit}`}
          </p>
        </div>
        <div className="contact-strip">
          {contact && (
            <>
              <span className="muted">{contact.title}</span>
              <a href={toTelephoneUrl(contact.telephone)}>
                <Phone />
                {contact.telephone}
              </a>
              <a href={`mailto:${contact.email}`}>
                <Mail />
                {contact.email}
              </a>
            </>
          )}
          <a className="scroll-cue" href="#featured">
            Featured locations
            <ArrowDown />
          </a>
        </div>
      </div>
    </section>
  );
}
