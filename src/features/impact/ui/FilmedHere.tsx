import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { filmedHereQuery } from '../filmed-here/client.ts';
import './filmed-here.css';

/**
 * The productions that have filmed at a location; nothing without any. It loads in the browser: rendered pages are cached until the
 * catalogue changes, and an embargo must count at once.
 */
export function FilmedHere({ api, id }: { api: Api; id: string }) {
  const { data: productions = [] } = useQuery(filmedHereQuery(api, id));
  if (productions.length === 0) return null;
  return (
    <section className="filmed-here" aria-labelledby="filmed-here">
      <h2 id="filmed-here" className="display display--2">
        Filmed here
      </h2>
      <ul>
        {productions.map(({ title, year }, i) => (
          <li key={i}>
            {title}, {year}
          </li>
        ))}
      </ul>
      <p>
        <a className="link" href="/filmed-here">
          All filmed locations on a map
        </a>
      </p>
    </section>
  );
}
