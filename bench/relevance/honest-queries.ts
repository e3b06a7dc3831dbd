import {
  type JudgedQuery,
  all,
  any,
  century,
  condition,
  kind,
  not,
  says,
  setting,
  titled,
  within,
  type Place,
} from './judgement.ts';

const CASTLE = kind('Castle or fortification');
const TOWN = kind('Town or village');
const PRISON = titled(/jail|gaol|prison|tolbooth/i);
const WATER = any(setting('Coastal', 'Loch', 'Riverside', 'Harbour'), kind('Beach or coast', 'Loch or reservoir'));
const near = (kilometres: number, place: Place) => within(kilometres, place);

const STORR: Place = [57.506, -6.183];
const FORTH_BRIDGE: Place = [56.0, -3.388];
const FAIRY_POOLS: Place = [57.25, -6.257];
const GLASGOW: Place = [55.861, -4.25];
const ROYAL_MILE: Place = [55.951, -3.185];
const LOCH_NESS: Place = [57.3, -4.45];
const BEN_NEVIS: Place = [56.797, -5.004];
const QUIRAING: Place = [57.641, -6.265];
const GLENFINNAN_VIADUCT: Place = [56.877, -5.432];
const CALLANISH: Place = [58.198, -6.745];
const ARTHURS_SEAT: Place = [55.944, -3.162];
const EDINBURGH: Place = [55.952, -3.196];
const PERTH: Place = [56.395, -3.431];
const INVERNESS: Place = [57.479, -4.226];
const OBAN: Place = [56.412, -5.472];
const ABERDEEN: Place = [57.144, -2.098];
const MILE = 1.609344;

/** Queries for which a confident wrong answer is worse than none. */
export interface HonestQuery extends JudgedQuery {
  readonly topic: 'landmark' | 'wall' | 'unknown' | 'chips' | 'first';
}

const landmark = (query: string, place: Place, kilometres = 16): HonestQuery => ({
  topic: 'landmark',
  query,
  accepts: near(kilometres, place),
});
const wall = (query: string, place: Place, kilometres: number): HonestQuery => ({
  topic: 'wall',
  query,
  accepts: near(kilometres + 1, place),
});
/** Nothing in the catalogue is called like that: whatever is found must not be shown as if it were. */
const unknown = (query: string): HonestQuery => ({ topic: 'unknown', query, accepts: () => false });
const chips = (query: string, accepts: JudgedQuery['accepts']): HonestQuery => ({ topic: 'chips', query, accepts });
const first = (query: string, accepts: JudgedQuery['accepts']): HonestQuery => ({ topic: 'first', query, accepts });

/** Every third one is kept aside: it was not used for tuning. */
export const HONEST_QUERIES: readonly HonestQuery[] = [
  landmark('Old Man of Storr', STORR),
  landmark('Forth Bridge', FORTH_BRIDGE),
  landmark('Fairy Pools', FAIRY_POOLS),
  landmark('Royal Mile', ROYAL_MILE),
  landmark('Loch Ness', LOCH_NESS, 32),
  landmark('Ben Nevis', BEN_NEVIS),
  landmark('Quiraing', QUIRAING),
  landmark('Glenfinnan Viaduct', GLENFINNAN_VIADUCT),
  landmark('Glenfinan Viaduct', GLENFINNAN_VIADUCT),
  landmark('callanish stones', CALLANISH),
  landmark("Arthur's Seat", ARTHURS_SEAT),
  landmark('arthurs seat', ARTHURS_SEAT),
  landmark('hills near Old Man of Storr', STORR, 41),
  landmark('museum near the Royal Mile', ROYAL_MILE, 41),
  landmark('Lochness', LOCH_NESS, 32),
  wall('castle within 20 miles of Edinburgh', EDINBURGH, 20 * MILE),
  wall('church within 10 miles of Perth', PERTH, 10 * MILE),
  wall('hotel near Inverness', INVERNESS, 40),
  wall('lighthouse within 30 km of Aberdeen', ABERDEEN, 30),
  wall('prison near Oban', OBAN, 40),
  wall('derelict mill within 15 miles of Perth', PERTH, 15 * MILE),
  wall('beach 10 km from Edinburgh', EDINBURGH, 10),
  wall('cave near Perth', PERTH, 40),
  wall('castle with a moat near Oban', OBAN, 40),
  wall('skyscraper within 5 miles of Inverness', INVERNESS, 5 * MILE),
  wall('abbey near Aberdeen', ABERDEEN, 40),
  wall('Within 20 miles of Edinburgh', EDINBURGH, 20 * MILE),
  wall('harbour within ten miles of Edinburgh', EDINBURGH, 10 * MILE),
  wall('castle within a few miles of Oban', OBAN, 5 * MILE),
  wall('castle 20mi Inverness', INVERNESS, 20 * MILE),
  wall('castle half an hour from Perth', PERTH, 30),
  wall("beach an hour's drive from Glasgow", GLASGOW, 60),
  unknown('castle within 20 miles of Carlisle'),
  unknown('beach within 10 miles of Hogwarts'),
  unknown('castle near Hogwarts'),
  unknown('Hogwarts'),
  unknown('Hogwarts Express'),
  unknown('Winterfell'),
  unknown('Wakanda Palace Hall'),
  unknown('Eiffel Tower Paris'),
  unknown('Empire State'),
  unknown('Sagrada Familia'),
  unknown('Taj Mahal'),
  unknown('Brigadoon'),
  unknown('Gringotts Bank Vault'),
  unknown('Sycamore Gap'),
  unknown('Stonehenge'),
  unknown('Isle of Man'),
  unknown('Hall of Mirrors'),
  unknown('Bridge of Sighs'),
  chips('Georgian interior', kind('Interior')),
  chips('18th century castle', CASTLE),
  chips('17th to 18th century castle', all(CASTLE, any(century('17th'), century('18th')))),
  chips('derelict hospital', kind('School or hospital')),
  chips('castle by the sea', CASTLE),
  chips('ruined abbey', kind('Church or abbey')),
  chips('church or castle', any(CASTLE, kind('Church or abbey'))),
  chips('castle by water', all(CASTLE, WATER)),
  chips('stone castle by water with parking', all(CASTLE, WATER)),
  chips('harbour on an island', any(kind('Pier or harbour'), setting('Harbour'))),
  chips('castle above the sea', CASTLE),
  chips('castle beside a river', CASTLE),
  chips('castle, no ruins', all(CASTLE, not(kind('Ruin')))),
  chips('church in a village', kind('Church or abbey')),
  chips('late 1800s farmhouse', kind('Farm or steading')),
  chips('lighthouse', kind('Lighthouse')),
  chips('railway station in Fife', kind('Railway station')),
  first('National Museum of Scotland', titled(/^national museum of scotland$/i)),
  first('Dunbar Town House Museum', titled(/^dunbar town house museum$/i)),
  first('Leith, Edinburgh', near(6, [55.976, -3.17])),
  first('Oban, Argyll & Bute', near(12, OBAN)),
  first('prison', PRISON),
  first('jail', PRISON),
  first('victorian prison', any(PRISON, all(century('19th'), kind('Civic building')))),
  first('brutalist', all(century('20th'), says(/concrete/i), not(kind('Beach or coast')))),
  first('fishing village', any(TOWN, setting('Village', 'Harbour'))),
  first('Saint Kilda', titled(/dun|kilda|hirta/i)),
  first('Anstruther, Fife', titled(/anstruther/i)),
  first('Mt Keen', titled(/keen/i)),
  first('Fortwilliam', titled(/fort william/i)),
  first('twelfth century castle', all(CASTLE, century('12th'))),
  first('B&B', kind('Hotel')),
  first('Eilean Donan', titled(/eilean donan/i)),
  first('Urquhart Castle', titled(/urquhart castle/i)),
  first('ruined castle', all(CASTLE, any(kind('Ruin'), condition('Ruin')))),
  unknown('Empire State Building'),
  unknown('Golden Gate'),
  unknown('Kings Landing'),
  first('Harry Potter', titled(/glenfinnan/i)),
];
