import { toTelephoneUrl } from '../../../platform/text/telephone-url.ts';
import { getMailto } from '../../../ui/mailto.ts';
import { FILMING_PERMISSIONS, OTHER_PERMISSIONS, describeConsentArea } from '../messages.ts';
import type { ConsentArea } from '../schema.ts';
import './consent-areas.css';

/**
 * Whose consent filming at a location requires; nothing if it is in no consent area.
 * @param props.note what readers should know about the list
 */
export function ConsentAreas(props: {
  areas: readonly ConsentArea[];
  note?: string | undefined;
  heading?: 'h2' | 'h3';
}) {
  const { areas, note, heading: Heading = 'h2' } = props;
  if (areas.length === 0) return null;
  const credits = new Set(areas.flatMap(({ attribution }) => attribution ?? []));
  return (
    <section className="consent-areas" aria-labelledby="consent-areas">
      <Heading id="consent-areas" className="display display--2">
        {FILMING_PERMISSIONS}
      </Heading>
      <ul>
        {areas.map((area, index) => (
          // They have no id, and do not change.
          <li key={index}>
            <p className="consent-areas__area">{describeConsentArea(area)}</p>
            {area.consent && <p>{area.consent}</p>}
            {area.fees && <p>Fees: {area.fees}</p>}
            <Contact area={area} />
          </li>
        ))}
      </ul>
      <p className="small muted">{[note, OTHER_PERMISSIONS].join(' ').trim()}</p>
      {credits.size > 0 && <p className="small muted">Source: {[...credits].join('; ')}</p>}
    </section>
  );
}

function Contact({ area: { name, contact, telephone, email, link } }: { area: ConsentArea }) {
  return (
    <ul className="consent-areas__contact">
      {contact && <li>{contact}</li>}
      {telephone && (
        <li>
          <a className="link" href={toTelephoneUrl(telephone)}>
            {telephone}
          </a>
        </li>
      )}
      {email && (
        <li>
          <a className="link" href={getMailto(email)}>
            {email}
          </a>
        </li>
      )}
      {link && (
        <li>
          <a className="link" href={link}>
            More about filming in {name}
          </a>
        </li>
      )}
    </ul>
  );
}
