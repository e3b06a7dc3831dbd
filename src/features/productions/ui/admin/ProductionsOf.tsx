import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { productionsQuery } from '../../client.ts';
import { PRODUCTION_NOUN, StageMark, formatShooting, getProductionPath } from './production-list.tsx';
import './productions.css';

/** The productions of a company, a person or a location: the latest of them, and how many there are. */
export function ProductionsOf(props: { api: Api; of: Parameters<typeof productionsQuery>[1]; heading?: 'h2' | 'h3' }) {
  const { api, of, heading: Heading = 'h2' } = props;
  const { data: found } = useQuery(productionsQuery(api, of));
  if (!found) return null;
  return (
    <section aria-labelledby="productions-of">
      <Heading id="productions-of">Productions</Heading>
      {found.total === 0 && <p className="muted">None yet.</p>}
      <ul className="production-items">
        {found.data.map((production) => (
          <li key={production.id}>
            <span>
              <a className="link" href={getProductionPath(production)}>
                {production.reference}: {production.title}
              </a>{' '}
              <span className="muted">{formatShooting(production)}</span>
            </span>
            <StageMark stage={production.stage} />
          </li>
        ))}
      </ul>
      {found.total > found.data.length && (
        <p className="muted">{`The latest ${found.data.length} of ${formatCount(found.total, ...PRODUCTION_NOUN)}.`}</p>
      )}
    </section>
  );
}
