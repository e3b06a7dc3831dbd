import type { PageContent } from '../../schema.ts';

/** The block above the footer with a link to the contact form. */
export function FooterEnquire({ content }: { content: PageContent['footerEnquire'] }) {
  if (!content) return null;
  return (
    <section className="wrap">
      <div className="field-prompt">
        <div>
          <h2 className="display display--2">{content.title}</h2>
          <p className="muted">{content.text}</p>
        </div>
        <a href="/contact-us" className="button button--primary button--big">
          {content.button}
        </a>
      </div>
    </section>
  );
}
