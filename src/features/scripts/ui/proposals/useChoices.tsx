import { type ReactNode, useMemo, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, isApiError } from '../../../../platform/http/contract.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { lazyDialog, LazyMount } from '../../../../ui/LazyMount.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { addLocationMutation, removeLocationMutation } from '../../../boards/client.ts';
import { type BoardCard, MAX_SECTION_TITLE_LENGTH, type Outline } from '../../../boards/schema.ts';
import { boardOutlineQuery, moveLocationsMutation } from '../../../boards/sections/client.ts';
import { addSection, boardOutline } from '../../../boards/sections/contract.ts';
import type { LocationCard } from '../../../locations/catalogue/schema.ts';
import type { Breakdown, BreakdownAction } from '../../breakdown/breakdown.ts';
import { formatName } from '../../breakdown/messages.ts';
import { type StoryLocation, listSectionsOf } from '../../breakdown/story-locations.ts';

const ScriptBoardDialog = lazyDialog(() => import('./ScriptBoardDialog.tsx'));

/** What the section of a story location on the board is called, and says. */
export interface PlaceTexts {
  /** Id of the story location. */
  readonly id: string;
  readonly title: string;
  readonly notes: string;
}

type Board = Pick<BoardCard, 'id' | 'title'>;
type Location = Pick<LocationCard, 'id' | 'title'>;

/** The locations that were chosen for the places of a script: those in their sections of a board. */
export interface Choices {
  readonly board: Board | undefined;
  /** By the id of each location of the board: the id of the story location that it was chosen for; null for none. */
  readonly places: ReadonlyMap<string, string | null>;
  readonly isPending: boolean;
  /** Counts the locations in some sections of the board. */
  readonly countIn: (sections: readonly string[]) => number;
  /** Puts a location into the section of a place; the first time the user chooses the board. */
  readonly choose: (place: PlaceTexts, location: Location) => void;
  /** Takes a location off the board. */
  readonly remove: (location: Location) => void;
  /** Calls `use` with the board, which the user chooses if there is none yet. Errors are shown. */
  readonly withBoard: (use: (board: Board) => Promise<void>) => void;
  /** Asks for a board again at the next choice. */
  readonly resetBoard: () => void;
}

/**
 * Puts what is chosen on a board: a section for each place, which gets its name and the numbers of its scenes. The board is the record: what
 * others change there is shown when the page gets the focus.
 * @param first the board that was used before
 * @returns the choices, and dialogs for the page to render
 */
export function useChoices(
  api: Api,
  { locations, sections }: Breakdown,
  dispatch: (action: BreakdownAction) => void,
  first: Board | undefined,
): { readonly choices: Choices; readonly dialogs: ReactNode } {
  const toast = useToast();
  const errorDialog = useErrorDialog();
  const addition = useMutation(addLocationMutation(api));
  const removal = useMutation(removeLocationMutation(api));
  const moving = useMutation(moveLocationsMutation(api));
  const [chosen, setBoard] = useState(first);
  /** What waits until a board is chosen. */
  const [waiting, setWaiting] = useState<{ readonly use: (board: Board) => Promise<void>; readonly open: boolean }>();
  const [isPending, setPending] = useState(false);
  const { data, error, refetch } = useQuery({
    ...boardOutlineQuery(api, chosen?.id ?? ''),
    enabled: chosen !== undefined,
    refetchOnWindowFocus: 'always',
  });
  // It may have been deleted, or be not theirs any more.
  const board = isMissing(error) ? undefined : chosen;
  const outline = board && data;
  const places = useMemo(() => findPlaces(locations, sections, outline), [locations, sections, outline]);

  /** Runs a change of the board, one at a time. */
  const run = async (change: () => Promise<void>): Promise<void> => {
    setPending(true);
    try {
      await change();
    } catch (failure) {
      if (isMissing(failure)) setBoard(undefined);
      throw failure;
    } finally {
      setPending(false);
    }
  };

  /** The section that was made for a place, also if it was renamed since; else the one of its name, or a new one. */
  const getSection = async (target: Board, { id, title, notes }: PlaceTexts): Promise<string> => {
    const present = await api(boardOutline, { id: target.id });
    const location = locations.find((one) => one.id === id);
    const [known] = location ? listPresent(location, sections, present) : [];
    if (known !== undefined) return known;
    const all = await api(addSection, { id: target.id, title, notes });
    return all.at(-1)!.id;
  };

  const add = (target: Board, place: PlaceTexts, location: Location) =>
    run(async () => {
      const sectionId = await getSection(target, place);
      dispatch({ type: 'place-section', id: place.id, section: sectionId });
      if (target.id === board?.id && places.has(location.id))
        await moving.mutateAsync({ id: target.id, locationIds: [location.id], sectionId });
      else await addition.mutateAsync({ id: target.id, locationId: location.id, sectionId });
      setBoard(target);
      if (target.id === board?.id) await refetch();
      toast({ text: `${location.title} was chosen for ${place.title}.` });
    });

  const takeOff = (from: Board, location: Location) =>
    run(async () => {
      await removal.mutateAsync({ id: from.id, locationId: location.id }).catch((failure: unknown) => {
        // Somebody has taken it off already.
        if (!isMissing(failure)) throw failure;
      });
      await refetch();
      toast({ text: `${location.title} was taken off ‘${from.title}’.` });
    });

  const withBoard = (use: (target: Board) => Promise<void>) => {
    if (isPending) return;
    if (board) void use(board).catch(errorDialog.report);
    else setWaiting({ use, open: true });
  };
  const choices: Choices = {
    board,
    places,
    isPending,
    countIn: (ids) => outline?.locations.filter(({ section_id }) => section_id && ids.includes(section_id)).length ?? 0,
    choose: (place, location) => withBoard((target) => add(target, place, location)),
    remove: (location) => withBoard((from) => takeOff(from, location)),
    withBoard,
    resetBoard: () => setBoard(undefined),
  };
  const close = () => setWaiting((current) => current && { ...current, open: false });
  return {
    choices,
    dialogs: (
      <>
        <LazyMount isWanted={waiting !== undefined}>
          {waiting && (
            <ScriptBoardDialog
              api={api}
              open={waiting.open}
              onClose={close}
              onChoose={async (target) => {
                await waiting.use(target);
                setBoard(target);
                close();
              }}
            />
          )}
        </LazyMount>
        {errorDialog.alert}
      </>
    ),
  };
}

/** Returns for which place each location of a board was chosen. */
function findPlaces(
  locations: readonly StoryLocation[],
  sections: Breakdown['sections'],
  outline: Outline | undefined,
): Choices['places'] {
  if (!outline) return new Map();
  const placeOf = new Map(
    locations.flatMap((location) => listPresent(location, sections, outline).map((id) => [id, location.id] as const)),
  );
  return new Map(outline.locations.map(({ id, section_id }) => [id, (section_id && placeOf.get(section_id)) || null]));
}

/** Lists the sections of a board that are for a place: those that were made for it, else the one that has its name and is for no other. */
function listPresent(location: StoryLocation, sections: Breakdown['sections'], outline: Outline): string[] {
  const own = listSectionsOf(location, sections).filter((id) => outline.sections.some((section) => section.id === id));
  if (own.length > 0) return own;
  const taken = new Set(sections.map(({ id }) => id));
  const named = outline.sections.find(({ id, title }) => title === toSectionTitle(location) && !taken.has(id));
  return named ? [named.id] : [];
}

/** Returns what the section of a place is called. */
export function toSectionTitle(location: Pick<StoryLocation, 'name'>): string {
  return formatName(location).slice(0, MAX_SECTION_TITLE_LENGTH);
}

function isMissing(error: unknown): boolean {
  return isApiError(error) && ['NOT_FOUND', 'FORBIDDEN'].includes(error.errorType);
}
