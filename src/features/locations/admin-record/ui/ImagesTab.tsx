import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { imagesQuery } from '../../editing/images/client.ts';
import { refetchUnless } from '../../working-copy/client.ts';
import type { ImageChanges } from '../image-changes.ts';
import { ImagesWatcher } from '../../editing/images/ui/ImagesWatcher.tsx';
import { ImagesStep } from '../../editing/images/ui/ImagesStep.tsx';
import { ImageChangeList } from './ImageChangeList.tsx';
import './record-tabs.css';

/**
 * The images of a location, for the Locations Team.
 * @param props.changes the differences from the published images; null if there are none
 */
export function ImagesTab({ api, id, changes }: { api: Api; id: string; changes: ImageChanges | null }) {
  const client = useQueryClient();
  const query = imagesQuery(api, id);
  const { data, error } = useQuery(query);
  return (
    <section className="record-images" aria-label="Location Images">
      {changes && (
        <section className="images-changed" aria-labelledby="images-changed">
          <h2 id="images-changed">Changed since they were published</h2>
          <ImageChangeList changes={changes} />
        </section>
      )}
      {error && !data && <ErrorAlert message={getErrorMessage(error)} />}
      {data ? (
        <>
          <ImagesStep api={api} location={{ id, images: data.images }} />
          <ImagesWatcher
            api={api}
            location={{ id, images: data.images }}
            // A processed upload can change the status of the location.
            onImages={() => void refetchUnless(client, id, query.queryKey)}
          />
        </>
      ) : (
        !error && <p className="muted">Loading…</p>
      )}
    </section>
  );
}
