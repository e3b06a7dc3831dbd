import type { TableSelection } from './row-selection.ts';
import '../checkbox.css';
import './selection.css';

/** The heading of the column of checkboxes: selects all rows of the page. */
export function SelectionHeading({ selection }: { selection: TableSelection }) {
  const { page, onTogglePage } = selection;
  return (
    <th scope="col" className="select-cell">
      <label className="checkbox-row">
        <input
          type="checkbox"
          aria-label="Select all rows of this page"
          ref={(input) => {
            if (input) input.indeterminate = page === 'some';
          }}
          checked={page === 'all'}
          onChange={onTogglePage}
        />
      </label>
    </th>
  );
}

/** The checkbox of a row. With Shift it also changes the rows since the last change. */
export function SelectionCell(props: { selection: TableSelection; rowKey: string; name: string }) {
  const { selection, rowKey, name } = props;
  return (
    <td className="select-cell">
      <label className="checkbox-row">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={selection.isSelected(rowKey)}
          // React makes a change event of a click, with its modifiers.
          onChange={({ nativeEvent }) => selection.onToggle(rowKey, (nativeEvent as MouseEvent).shiftKey)}
        />
      </label>
    </td>
  );
}
