import { type ReactNode, useId } from 'react';
import { ArrowDown, ArrowUp, Bin, IconButton, Plus } from '../../../../ui/icons.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { useField, useFillPlaceholders } from './fields.tsx';

/**
 * An editable list with buttons to add, remove and move items. The buttons name an item by `noun`.
 * @param props.firstField field of a new item that gets the focus
 * @param props.row whether an item and its buttons fit one line
 */
export function ListField(props: {
  path: string;
  noun: string;
  newItem: object;
  firstField: string;
  row?: boolean;
  children: (path: string, title: string) => ReactNode;
}) {
  const { path, noun, newItem, firstField, row = false, children } = props;
  const id = useId();
  const focusById = useFocusById();
  const { value, problem, set } = useField(path);
  const items = (value ?? []) as readonly { title?: string; label?: string }[];
  const fillPlaceholders = useFillPlaceholders();
  const getItemName = (index: number) =>
    fillPlaceholders(items[index]?.title || items[index]?.label || `${noun} ${index + 1}`);
  const move = (from: number, to: number) => {
    const others = items.toSpliced(from, 1);
    set(others.toSpliced(to, 0, items[from]!));
    focusById(`${id}${to}${to < from ? (to === 0 ? 'down' : 'up') : to === items.length - 1 ? 'up' : 'down'}`);
  };
  const remove = (index: number) => {
    set(items.toSpliced(index, 1));
    focusById(`${id}add`);
  };
  const add = () => {
    set([...items, newItem]);
    focusById(`field-${path}.${items.length}.${firstField}`);
  };
  return (
    <>
      <ol className={row ? 'list-field list-field--row' : 'list-field'}>
        {items.map((_item, index) => (
          // Items have no id.
          <li key={index} className="list-field-item">
            <div className="list-field-item__fields">{children(`${path}.${index}`, getItemName(index))}</div>
            <div className="list-field-item__actions">
              <IconButton
                id={`${id}${index}up`}
                label={`Move ${getItemName(index)} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp />
              </IconButton>
              <IconButton
                id={`${id}${index}down`}
                label={`Move ${getItemName(index)} down`}
                disabled={index === items.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown />
              </IconButton>
              <IconButton label={`Remove ${getItemName(index)}`} onClick={() => remove(index)}>
                <Bin />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      {problem !== undefined && <p className="error">{problem}</p>}
      <button type="button" id={`${id}add`} className="button button--compact list-field__add" onClick={add}>
        <Plus small />
        Add a {noun.toLowerCase()}
      </button>
    </>
  );
}
