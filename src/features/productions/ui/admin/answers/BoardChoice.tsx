import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { boardChoiceQuery } from '../../../answers/client.ts';

/** Chooses one of the latest private boards that are not added. */
export function BoardChoice(props: { api: Api; added: readonly string[]; onChoose: (boardId: string) => void }) {
  const { api, added, onChoose } = props;
  const id = useId();
  const [chosen, setChosen] = useState('');
  const { data } = useQuery(boardChoiceQuery(api));
  const boards = data?.data.filter((board) => !added.includes(board.id)) ?? [];
  if (boards.length === 0) return null;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== '') onChoose(chosen);
        setChosen('');
      }}
    >
      <div className="field">
        <label htmlFor={id}>Private board that you have already</label>
        <select id={id} className="input" value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">None</option>
          {boards.map((board) => (
            <option key={board.id} value={board.id}>
              {board.title}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="button form__submit" aria-disabled={chosen === ''}>
        Add this board
      </button>
    </form>
  );
}
