/** What an owner is asked first about a building, and about open land or water. */
const INDOORS = [
  'truck_spaces',
  'largest_vehicle',
  'unit_base',
  'three_phase',
  'ceiling_height',
  'door_width',
  'sounds',
  'toilets',
  'step_free',
  'notice',
];
const OUTDOORS = [
  'truck_spaces',
  'largest_vehicle',
  'unit_base',
  'unit_base_distance',
  'signal',
  'sounds',
  'drones',
  'night_work',
  'step_free',
  'notice',
];

/**
 * The names of the ten production facts that an owner is asked first.
 * @param categories of the location
 * @param outdoor the categories of the region that are open land or water
 */
export function listFirstFacts(categories: readonly string[], outdoor: readonly string[]): readonly string[] {
  const isOutdoors = categories.length > 0 && categories.every((category) => outdoor.includes(category));
  return isOutdoors ? OUTDOORS : INDOORS;
}
