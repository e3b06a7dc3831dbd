import { toTelephoneUrl } from '../../../../platform/text/telephone-url.ts';
import { getMailto } from '../../../../ui/mailto.ts';
import { Mail, Phone } from '../../../../ui/icons.tsx';
import type { AccountHolder } from '../schema.ts';

/** Telephone number and email address of a person, as links. */
export function ContactLinks({ person: { email, telephone } }: { person: Pick<AccountHolder, 'email' | 'telephone'> }) {
  return (
    <ul className="contact-links">
      {telephone && (
        <li>
          <Phone small />
          <a className="link" href={toTelephoneUrl(telephone)}>
            {telephone}
          </a>
        </li>
      )}
      {email && (
        <li>
          <Mail small />
          <a className="link" href={getMailto(email)}>
            {email}
          </a>
        </li>
      )}
    </ul>
  );
}
