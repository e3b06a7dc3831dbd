import { useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { locationQuery } from '../../../locations/catalogue/published/client.ts';
import type { LocationCard } from '../../../locations/catalogue/schema.ts';
import { Picture } from '../../../media/ui/Picture.tsx';
import type { Answer, OwnAnswer } from '../../guests/schema.ts';
import { type BoardLocation, selectImages } from '../../schema.ts';
import { AnswerChoice } from './AnswerChoice.tsx';

/** The photographs of a location, with what the guest says about each. */
export function GuestPhotographs(props: {
  api: Api;
  item: Pick<BoardLocation, 'image_ids'>;
  location: Pick<LocationCard, 'locationurl' | 'title'>;
  own: OwnAnswer;
  onAnswer: (imageId: string, answer: Answer | null) => Promise<unknown>;
}) {
  const { api, item, location, own, onAnswer } = props;
  const { data, error } = useQuery(locationQuery(api, location.locationurl));
  if (error) return <ErrorAlert message={getErrorMessage(error)} />;
  if (!data) return <p role="status">Loading the photographs…</p>;
  return (
    <ul className="guest-photographs">
      {selectImages(data.images, item).map((image, index) => (
        <li key={image.id}>
          <div className="frame">
            <Picture picture={image} sizes="(min-width: 760px) 25vw, 100vw" />
          </div>
          <AnswerChoice
            about={`photograph ${index + 1} of ${location.title}`}
            answer={own.photographs.find(({ id }) => id === image.id)?.answer ?? null}
            onAnswer={(answer) => onAnswer(image.id, answer)}
          />
        </li>
      ))}
    </ul>
  );
}
