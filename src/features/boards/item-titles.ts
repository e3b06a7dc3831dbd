import { type BoardLocation, getTitle } from './schema.ts';

/** The name of the button about the cost of a location, and the title of its dialog. */
export const getCostTitle = (item: BoardLocation) =>
  `${item.cost ? 'Edit the cost of' : 'Add a cost to'} ${getTitle(item)}`;

/** The name of the button about the photographs of a location, and the title of its dialog. */
export const getChoiceTitle = (item: BoardLocation) => `Choose photographs of ${getTitle(item)}`;

/** The text of that button. */
export const getChoiceLabel = ({ image_ids }: BoardLocation) =>
  image_ids ? `Photographs: ${image_ids.length} chosen` : 'Choose photographs';
