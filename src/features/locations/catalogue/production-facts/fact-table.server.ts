import type { Unit } from './quantities.ts';

/** A fact that crews plan by. Nobody has said anything about it as long as it has no value. */
export interface FactDefinition {
  /** Its name in the database, in files and in the API. It never changes. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'yes-no' | 'choice' | 'choices' | 'number' | 'text';
  /** Whether the public sees it. Facts for the team are not even seen by the owner. */
  readonly audience: 'public' | 'team';
  readonly hint?: string;
  /** The labels of the options of a choice, by the names that are stored. */
  readonly options?: Readonly<Record<string, string>>;
  /** The unit of a number; null for a count. */
  readonly unit?: Unit | null;
  /** The least and the greatest number, in its unit. */
  readonly min?: number;
  readonly max?: number;
}
type More = Partial<Pick<FactDefinition, 'audience' | 'hint' | 'min'>>;

const yesNo = (name: string, label: string, more: More = {}): FactDefinition => ({
  name,
  label,
  kind: 'yes-no',
  audience: 'public',
  ...more,
});
const number = (name: string, label: string, unit: Unit | null, max: number, more: More = {}): FactDefinition => ({
  ...yesNo(name, label, more),
  kind: 'number',
  unit,
  max,
});
const choice = (
  name: string,
  label: string,
  options: FactDefinition['options'] & object,
  more: More = {},
): FactDefinition => ({ ...yesNo(name, label, more), kind: 'choice', options });
const text = (name: string, label: string, more: More = {}): FactDefinition => ({
  ...yesNo(name, label, more),
  kind: 'text',
});

const VEHICLES = {
  car: 'Car',
  van: 'Van or minibus',
  truck_7: 'Truck of 7.5 tonnes',
  truck_18: 'Truck of 18 tonnes',
  articulated: 'Articulated lorry',
};
const SIGNALS = { none: 'None', calls: 'Calls only', data: 'Calls and data' };
const SOUNDS = {
  none: 'No disturbing sounds',
  road: 'Road',
  rail: 'Railway',
  flights: 'Flight path',
  school: 'School',
  works: 'Works or machines',
  water: 'Sea or running water',
};
/** Nobody gets through less: a smaller number has the wrong unit. */
const MIN_WIDTH = 300;
const FEES = {
  none: 'No fee',
  to_500: 'Up to 500 a day',
  to_1500: '500 to 1,500 a day',
  to_5000: '1,500 to 5,000 a day',
  over_5000: 'More than 5,000 a day',
};

/** Every production fact by its group, in the order of forms and pages. See docs/adding-a-production-fact.md. */
export const FACT_GROUPS: Readonly<Record<string, readonly FactDefinition[]>> = {
  // Parking for cars is a field of its own, which older entries have.
  'Parking and unit base': [
    number('truck_spaces', 'Parking for trucks', null, 1_000),
    choice('largest_vehicle', 'Largest vehicle that can get there', VEHICLES),
    yesNo('unit_base', 'Space for a unit base within walking distance'),
    number('unit_base_distance', 'Distance to the unit base', 'm', 20_000),
    yesNo('unit_base_mains', 'Mains electricity at the unit base'),
    yesNo('chargers', 'Chargers for electric vehicles'),
  ],
  'Power and services': [
    yesNo('mains', 'Mains electricity'),
    yesNo('three_phase', 'Three-phase supply'),
    number('supply', 'Largest supply', 'A', 4_000, { hint: 'The rating of the main fuse, or of the largest socket.' }),
    number('supply_distance', 'Distance from the supply to the set', 'm', 5_000),
    yesNo('generators', 'Generators may be used'),
    yesNo('water', 'Running water'),
    yesNo('heating', 'Heating'),
    choice('signal', 'Mobile signal', SIGNALS),
    yesNo('broadband', 'Broadband for crews'),
  ],
  Space: [
    number('ceiling_height', 'Ceiling height', 'm', 200, { hint: 'Of the largest room.' }),
    number('floor_area', 'Floor area', 'm²', 1_000_000, { hint: 'That can be filmed in.' }),
    number('door_width', 'Width of the largest door', 'm', 50),
    number('door_height', 'Height of the largest door', 'm', 50),
    yesNo('goods_lift', 'Goods lift'),
    number('lift_load', 'Load of the goods lift', 'kg', 100_000),
    number('floor_load', 'Floor load', 'kg/m²', 100_000),
    yesNo('blackout', 'Can be blacked out'),
  ],
  'Sound and hours': [
    { ...choice('sounds', 'Sounds that can be heard', SOUNDS), kind: 'choices' },
    text('quiet_hours', 'When it is quiet', { hint: 'Such as: no flights from 23:00 to 06:00.' }),
    yesNo('clean_dialogue', 'Clean dialogue can be recorded'),
    text('filming_hours', 'Hours for filming'),
    yesNo('night_work', 'Night work is allowed'),
    text('neighbours', 'Neighbours to tell', { audience: 'team' }),
  ],
  'What is allowed': [
    yesNo('drones', 'Drones'),
    yesNo('special_effects', 'Special effects'),
    yesNo('pyrotechnics', 'Pyrotechnics'),
    yesNo('flames', 'Naked flames'),
    yesNo('smoke', 'Smoke and haze'),
    yesNo('animals', 'Animals'),
    yesNo('rigging', 'Rigging'),
    yesNo('wet_down', 'Wet-downs'),
    yesNo('furniture', 'Moving furniture'),
    yesNo('painting', 'Painting walls', { hint: 'If they are restored afterwards.' }),
  ],
  Facilities: [
    number('toilets', 'Toilets for crews', null, 1_000),
    yesNo('green_room', 'Green room'),
    yesNo('make_up', 'Room for make-up and costume'),
    yesNo('catering', 'Space for catering'),
    yesNo('overnight', 'Overnight stay'),
  ],
  Terms: [
    number('notice', 'Notice needed', 'days', 1_000),
    text('insurance', 'Insurance required', { hint: 'Such as: public liability of 5 million.' }),
    yesNo('supervision', 'Someone from the location must be present'),
    choice('fee', 'Fee', FEES, { audience: 'team', hint: 'In the currency of the country.' }),
    yesNo('deposit', 'Deposit', { audience: 'team' }),
  ],
  Access: [
    yesNo('step_free', 'Step-free route to the set'),
    text('step_free_route', 'The step-free route'),
    number('clear_door_width', 'Narrowest door on the route', 'mm', 20_000, { min: MIN_WIDTH }),
    number('corridor_width', 'Narrowest corridor on the route', 'mm', 20_000, { min: MIN_WIDTH }),
    number('accessible_parking', 'Accessible parking spaces', null, 1_000),
    yesNo('accessible_toilet', 'Accessible toilet'),
    yesNo('passenger_lift', 'Passenger lift'),
    yesNo('hearing_loop', 'Hearing loop'),
    yesNo('quiet_room', 'Quiet room'),
    text('access_contact', 'Who to ask about access', { audience: 'team' }),
  ],
};

/** Every production fact. */
export const PRODUCTION_FACTS = Object.values(FACT_GROUPS).flat();
export const PUBLIC_FACT_NAMES = PRODUCTION_FACTS.filter(({ audience }) => audience === 'public').map(
  ({ name }) => name,
);
const byName = new Map(PRODUCTION_FACTS.map((fact) => [fact.name, fact]));

/** Returns a fact; undefined for a name that this release does not know. */
export function findFact(name: string): FactDefinition | undefined {
  return byName.get(name);
}
