import {
  FACET_FIELDS,
  RANGE_FIELDS,
  type RangeField,
  getFactLabel,
} from '../../features/locations/catalogue/schema.ts';

const option = 'Only locations with one of these options. Repeat the parameter for several.';

/**
 * Returns the descriptions of parameters that mean the same in all calls, unless their schema has its own description. Call it once the
 * region is loaded.
 */
export const getParameters = (): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(FACET_FIELDS.map((field) => [field, option])),
  ...Object.fromEntries(RANGE_FIELDS.map((field) => [field, describeRange(field)])),
  archived: 'Whether to list archived boards instead of active ones.',
  bbox: 'Only locations in this area: west,south,east,north in degrees.',
  currentPage: 'The page, from 1.',
  expand: 'Whether to add the contact details.',
  field: 'The option field of locations.',
  id: 'The id of the object.',
  link: 'The secret in the public link of the board.',
  list: 'The name of the list of the back office.',
  locationId: 'The id of the location.',
  locationurl: 'The last segment of the URL of the location, or its id.',
  n: 'The number of locations.',
  name: 'The name in the URL of the page; for versions also `menu` or `footer`.',
  number: 'The number of the version.',
  offset: 'The number of bytes that were sent before.',
  outline: 'Only locations inside this outline: longitude,latitude,longitude,latitude and so on, with 3 to 60 points.',
  page: 'The page, from 1.',
  photographs: 'Whether to leave out locations without photographs.',
  place: 'The name of a place, or latitude,longitude in degrees.',
  query: 'Words to search for.',
  role: 'Only accounts with this role.',
  size: 'The number of items on a page.',
  sort: 'The order: the best matches first without it.',
  sortBy: 'The field to sort by.',
  sortOrder: 'The order of sorting: `asc` or `desc`.',
  state: 'Only items in this state.',
  status: 'Only items with this status.',
  type: 'Only items of this type.',
  view: 'The area that the map shows: west,south,east,north in degrees.',
  within: 'The greatest distance from the place in kilometres.',
  zoom: 'The zoom of the map, 0 to 22.',
});

function describeRange(field: RangeField): string {
  return `Only locations with this number of ${getFactLabel(field).toLowerCase()}: from-to.`;
}
