import type { Api } from '../../../../platform/http/contract.ts';
import { OpensInNewTab } from '../../../../ui/OpensInNewTab.tsx';
import { Check, Plus } from '../../../../ui/icons.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useLogIn } from '../../../accounts/ui/LogIn.tsx';
import { useUser } from '../../../accounts/ui/session.ts';
import { type LocationCard, getLocationPath } from '../../../locations/catalogue/schema.ts';
import { CardPicture, LocationFacts } from '../../../locations/catalogue/published/ui/card/LocationCard.tsx';
import type { SearchResult } from '../../../search/contract.ts';
import { Highlighted } from '../../../search/ui/highlight/Highlighted.tsx';
import { formatFit } from '../../breakdown/messages.ts';
import type { Choices, PlaceTexts } from './useChoices.tsx';

/** A location that may be a place of a script: why it was found, and a button that chooses it. */
export function ProposedLocation(props: {
  api: Api;
  location: LocationCard;
  meta: SearchResult['meta'];
  /** Whether it has all that the search was understood as. */
  isFitting: boolean;
  place: PlaceTexts;
  choices: Choices;
}) {
  const { api, location, meta, isFitting, place, choices } = props;
  const user = useUser(api);
  const logIn = useLogIn();
  const mark = (text: string) => <Highlighted text={text} terms={meta.terms} />;
  const chosenFor = choices.places.get(location.id);
  return (
    <li>
      <span className="location-picker__picture">
        <CardPicture location={location} sizes="72px" priority={false} isCloseUp />
      </span>
      <div>
        <a className="link" href={getLocationPath(location)} target="_blank" rel="noopener">
          {mark(location.title)}
          <OpensInNewTab />
        </a>
        <LocationFacts location={location} mark={mark} />
        <small>{formatFit(meta.understood, isFitting)}</small>
      </div>
      {(!user || can(user, 'board.own')) && (
        // The button stays after choosing, as it has the focus.
        <button
          type="button"
          className="button button--compact"
          aria-pressed={chosenFor === place.id}
          aria-disabled={choices.isPending}
          onClick={() => {
            if (!user) logIn();
            else if (chosenFor) choices.remove(location);
            else choices.choose(place, location);
          }}
        >
          {chosenFor ? <Check small /> : <Plus small />}
          {chosenFor === place.id ? 'Chosen' : chosenFor ? 'Chosen for another place' : 'Choose'}
          <span className="visually-hidden"> {location.title}</span>
        </button>
      )}
    </li>
  );
}
