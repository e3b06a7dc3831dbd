import type { ReactNode } from 'react';
import { OpensInNewTab } from './OpensInNewTab.tsx';

/** A link to a URL that editors entered. A link to another site opens in a new tab. */
export function SiteLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const isExternal = /^https?:/.test(href);
  return (
    <a href={href} className={className} {...(isExternal && { target: '_blank', rel: 'noopener' })}>
      {children}
      {isExternal && <OpensInNewTab />}
    </a>
  );
}
