import type { ReactNode } from 'react';

/** A link whose address is content: to another site it opens a new tab. */
export function SiteLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const outside = /^https?:/.test(href);
  return (
    <a href={href} className={className} {...(outside && { target: '_blank', rel: 'noopener' })}>
      {children}
      {outside && <span className="visually-hidden"> (opens in a new tab)</span>}
    </a>
  );
}
