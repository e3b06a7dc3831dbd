import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Api, messageOf } from '../../../../platform/http/contract.ts';
import { Failure } from '../../../../ui/FormErrors.tsx';
import { imagesQuery } from '../../images/client.ts';
import { readAgain } from '../../ownership/client.ts';
import { ImagesStep } from '../images/ImagesStep.tsx';
import './holders.css';

/** The images of a location, for the Locations Team. */
export function ImagesTab({ api, id }: { api: Api; id: string }) {
  const client = useQueryClient();
  const query = imagesQuery(api, id);
  const { data, error } = useQuery(query);
  return (
    <section className="record-images" aria-label="Location Images">
      {error && !data && <Failure message={messageOf(error)} />}
      {data ? (
        <ImagesStep
          api={api}
          location={{ id, images: data.images }}
          // Another picture can make another state of the location.
          onLocation={() => void readAgain(client, id, query.queryKey)}
        />
      ) : (
        !error && <p className="muted">Loading…</p>
      )}
    </section>
  );
}
