import { type ReactNode, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type Api, isApiError } from '../../../../platform/http/contract.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { lazyDialog, LazyMount } from '../../../../ui/LazyMount.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { addLocationMutation, removeLocationMutation } from '../../../boards/client.ts';
import { boardById } from '../../../boards/contract.ts';
import type { BoardCard } from '../../../boards/schema.ts';
import { addSection } from '../../../boards/sections/contract.ts';
import type { LocationCard } from '../../../locations/catalogue/schema.ts';

const ScriptBoardDialog = lazyDialog(() => import('./ScriptBoardDialog.tsx'));

/** What the section of a story location on the board is called, and says. */
export interface PlaceSection {
  /** Id of the story location. */
  readonly id: string;
  readonly title: string;
  readonly notes: string;
}

type Location = Pick<LocationCard, 'id' | 'title'>;

interface Choice {
  readonly place: PlaceSection;
  readonly location: Location;
}

/** The locations that were chosen for the places of a script, on one board. */
export interface Choices {
  readonly board: Pick<BoardCard, 'id' | 'title'> | undefined;
  /** Ids of story locations, by those of the locations that were chosen for them. */
  readonly places: ReadonlyMap<string, string>;
  readonly isPending: boolean;
  /** Adds a location to the section of a place; the first time the user chooses the board. */
  readonly choose: (place: PlaceSection, location: Location) => void;
  /** Takes a location off the board. */
  readonly remove: (location: Location) => void;
  /** Asks for a board again at the next choice. */
  readonly resetBoard: () => void;
}

/**
 * Puts what is chosen on a board: a section for each place, which gets its name and the numbers of its scenes.
 * @returns the choices, and dialogs for the page to render
 */
export function useChoices(api: Api): { readonly choices: Choices; readonly dialogs: ReactNode } {
  const toast = useToast();
  const errorDialog = useErrorDialog();
  const addition = useMutation(addLocationMutation(api));
  const removal = useMutation(removeLocationMutation(api));
  const [board, setBoard] = useState<Choices['board']>();
  const [sections, setSections] = useState<ReadonlyMap<string, string>>(new Map());
  const [places, setPlaces] = useState<Choices['places']>(new Map());
  /** The first choice, until its board is chosen. */
  const [pendingChoice, setPendingChoice] = useState<Choice & { readonly open: boolean }>();
  const [isPending, setPending] = useState(false);

  const resetBoard = () => {
    setBoard(undefined);
    setSections(new Map());
    setPlaces(new Map());
  };

  /** The section that was made for a place, also if it was renamed since; else the one of its name. */
  const getSection = async (boardId: string, place: PlaceSection): Promise<string> => {
    const { sections: present } = await api(boardById, { id: boardId });
    const known = sections.get(place.id);
    const found = present.find(({ id }) => id === known) ?? present.find(({ title }) => title === place.title);
    if (found) return found.id;
    const { title, notes } = place;
    const all = await api(addSection, { id: boardId, title, notes });
    return all.at(-1)!.id;
  };

  const add = async (target: NonNullable<Choices['board']>, { place, location }: Choice): Promise<void> => {
    setPending(true);
    try {
      const sectionId = await getSection(target.id, place);
      setSections((all) => new Map(all).set(place.id, sectionId));
      await addition.mutateAsync({ id: target.id, locationId: location.id, sectionId });
      setPlaces((all) => new Map(all).set(location.id, place.id));
      setBoard(target);
      toast({ text: `${location.title} was chosen for ${place.title}.` });
    } catch (error) {
      // The board was deleted, or is not theirs to change any more.
      if (isMissing(error)) resetBoard();
      throw error;
    } finally {
      setPending(false);
    }
  };

  const takeOff = async (from: NonNullable<Choices['board']>, location: Location): Promise<void> => {
    setPending(true);
    try {
      await removal.mutateAsync({ id: from.id, locationId: location.id }).catch((error: unknown) => {
        // Somebody has taken it off already.
        if (!isMissing(error)) throw error;
      });
      setPlaces((all) => new Map([...all].filter(([id]) => id !== location.id)));
      toast({ text: `${location.title} was taken off ‘${from.title}’.` });
    } finally {
      setPending(false);
    }
  };

  const choices: Choices = {
    board,
    places,
    isPending,
    choose: (place, location) => {
      if (isPending) return;
      if (board) void add(board, { place, location }).catch(errorDialog.report);
      else setPendingChoice({ place, location, open: true });
    },
    remove: (location) => {
      if (!isPending && board) void takeOff(board, location).catch(errorDialog.report);
    },
    resetBoard,
  };
  const close = () => setPendingChoice((current) => current && { ...current, open: false });
  return {
    choices,
    dialogs: (
      <>
        <LazyMount isWanted={pendingChoice !== undefined}>
          {pendingChoice && (
            <ScriptBoardDialog
              api={api}
              open={pendingChoice.open}
              onClose={close}
              onChoose={async (chosen) => {
                await add(chosen, pendingChoice);
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

function isMissing(error: unknown): boolean {
  return isApiError(error) && ['NOT_FOUND', 'FORBIDDEN'].includes(error.errorType);
}
