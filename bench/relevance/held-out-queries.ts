import * as areas from './areas.ts';
import {
  type JudgedQuery,
  all,
  any,
  century,
  condition,
  council,
  inBox,
  kind,
  owner,
  says,
  setting,
  titled,
  within,
} from './judgement.ts';

const CASTLE = kind('Castle or fortification');
const STATION = kind('Railway station');
const LOCH = kind('Loch or reservoir');
const BEACH = kind('Beach or coast');
const HILL = kind('Hill or mountain');
const MUSEUM = kind('Museum');
const COUNTRY_HOUSE = any(kind('Country house or lodge'), kind('Estate'));
const CLOSED = condition('Closed', 'Disused', 'Derelict');

/** Queries that were not used for tuning: they show whether it understands more than the other ones. */
export const HELD_OUT_QUERIES: readonly JudgedQuery[] = [
  { query: 'mansion', accepts: COUNTRY_HOUSE },
  { query: 'shooting lodge', accepts: COUNTRY_HOUSE },
  { query: 'fort', accepts: any(CASTLE, titled(/\bfort\b/i)) },
  { query: 'tower house', accepts: any(CASTLE, says(/tower house/i)) },
  { query: 'castle ruins', accepts: all(CASTLE, any(kind('Ruin'), condition('Ruin', 'Derelict'))) },
  { query: 'farmhouse', accepts: kind('Farm or steading') },
  { query: 'barn', accepts: any(kind('Farm or steading'), says(/\bbarn/i)) },
  { query: 'croft', accepts: any(kind('Farm or steading'), says(/croft/i)) },
  { query: 'apartment', accepts: kind('Flat or tenement') },
  { query: 'bungalow', accepts: kind('House', 'House or building') },
  { query: 'detached house with garden', accepts: any(kind('House'), all(kind('House or building'), says(/garden/i))) },
  { query: 'council chambers', accepts: any(kind('Civic building'), says(/council/i)) },
  { query: 'police station', accepts: any(kind('Civic building', 'Office'), says(/police/i)) },
  { query: 'abbey', accepts: any(kind('Church or abbey'), titled(/abbey/i)) },
  { query: 'cathedral', accepts: any(kind('Church or abbey'), says(/cathedral/i)) },
  { query: 'clinic', accepts: any(kind('School or hospital'), says(/clinic|hospital|infirmary/i)) },
  { query: 'classroom', accepts: any(kind('School or hospital'), says(/school|classroom/i)) },
  { query: 'village hall', accepts: any(kind('Theatre or hall'), titled(/\bhall\b/i)) },
  {
    query: 'industrial unit',
    accepts: any(kind('Industrial site', 'Warehouse', 'Mill or factory'), setting('Industrial')),
  },
  { query: 'textile mill', accepts: any(kind('Mill or factory'), says(/textile|spinning|weaving|\bmill\b/i)) },
  { query: 'jetty', accepts: any(kind('Pier or harbour'), says(/jetty/i)) },
  { query: 'quayside', accepts: any(kind('Pier or harbour'), setting('Harbour'), says(/quay/i)) },
  { query: 'motorway flyover', accepts: any(kind('Road or car park'), says(/flyover|motorway/i)) },
  { query: 'aqueduct or viaduct', accepts: any(kind('Bridge', 'Canal'), says(/aqueduct|viaduct/i)) },
  { query: 'woodland', accepts: any(kind('Woodland'), setting('Woodland')) },
  { query: 'seaside', accepts: any(BEACH, setting('Coastal', 'Beach')) },
  { query: 'pebble beach', accepts: any(BEACH, setting('Beach')) },
  { query: 'snowy mountain', accepts: any(HILL, setting('Mountain')) },
  { query: 'corbett', accepts: all(HILL, says(/corbett/i)) },
  { query: 'valley', accepts: kind('Glen or pass') },
  { query: 'heather moorland', accepts: any(kind('Moor or dune'), setting('Moorland'), titled(/moor/i)) },
  { query: 'skerry', accepts: any(kind('Island'), BEACH) },
  {
    query: 'standing stones',
    accepts: any(
      kind('Archaeological site', 'Monument'),
      says(/standing stone|stone circle|prehistoric/i),
      century('Prehistoric'),
    ),
  },
  { query: 'greenhouse', accepts: any(kind('Garden or park'), says(/glasshouse|greenhouse/i)) },
  { query: 'spa hotel', accepts: any(kind('Hotel'), says(/\bspa\b|hydro/i)) },
  { query: 'bar', accepts: any(kind('Shop, pub or café'), says(/\bbars?\b|\bpub\b/i)) },
  { query: 'shop front', accepts: any(kind('Shop, pub or café', 'Street or square'), says(/shop/i)) },
  { query: 'alleyway', accepts: any(kind('Street or square'), says(/\balley|\blane\b|\bclose\b|\bwynd\b/i)) },
  {
    query: 'somewhere that looks like New York',
    accepts: any(
      says(/new york|brooklyn/i),
      all(setting('Urban'), kind('Street or square', 'Flat or tenement', 'Office')),
    ),
  },
  { query: 'railway museum', accepts: all(MUSEUM, says(/railway|train/i)) },
  { query: 'distillery', accepts: says(/distiller|whisky/i) },
  // Where.
  { query: 'Isle of Skye', accepts: areas.inSkye },
  { query: 'Islay', accepts: areas.inIslay },
  { query: 'Lewis', accepts: areas.inLewis },
  { query: 'Shetland', accepts: council('Shetland Islands') },
  { query: 'Uist', accepts: areas.inUist },
  { query: 'Hebrides', accepts: areas.inHebrides },
  { query: 'Lochaber', accepts: areas.inLochaber },
  { query: 'Speyside', accepts: areas.inSpeyside },
  { query: 'Kintyre', accepts: areas.inKintyre },
  { query: 'Glaschu', accepts: any(council('Glasgow City'), within(12, areas.GLASGOW)) },
  { query: 'An Gearasdan', accepts: within(25, areas.FORT_WILLIAM) },
  { query: 'PH33', accepts: within(25, areas.FORT_WILLIAM) },
  { query: 'DD1', accepts: within(6, areas.DUNDEE) },
  { query: 'around Braemar', accepts: within(40, areas.BRAEMAR) },
  { query: '15 km from Melrose', accepts: within(15.2, areas.MELROSE) },
  // What and where.
  { query: 'castle in Argyll', accepts: all(CASTLE, areas.inArgyll) },
  { query: 'ruined castle near Edinburgh', accepts: all(CASTLE, within(40, areas.EDINBURGH)) },
  {
    query: 'beach near North Berwick',
    accepts: all(any(BEACH, setting('Beach', 'Coastal')), within(40, areas.NORTH_BERWICK)),
  },
  { query: 'museum Dundee', accepts: all(MUSEUM, any(council('Dundee City'), within(12, areas.DUNDEE))) },
  { query: 'Highland railway station', accepts: all(STATION, areas.inHighlands) },
  { query: 'loch near Callander', accepts: all(LOCH, within(40, areas.CALLANDER)) },
  { query: 'hills near Peebles', accepts: all(any(HILL, setting('Mountain')), within(40, areas.PEEBLES)) },
  { query: 'glens of Angus', accepts: all(kind('Glen or pass'), council('Angus')) },
  { query: 'villages on Islay', accepts: all(kind('Town or village'), areas.inIslay) },
  { query: 'country house Aberdeenshire', accepts: all(COUNTRY_HOUSE, council('Aberdeenshire')) },
  {
    query: 'harbour in Orkney',
    accepts: all(any(kind('Pier or harbour'), setting('Harbour'), BEACH), council('Orkney Islands')),
  },
  {
    query: 'warehouse near Edinburgh',
    accepts: all(kind('Warehouse', 'Industrial site'), within(40, areas.EDINBURGH)),
  },
  { query: 'train station within 5 miles of Paisley', accepts: all(STATION, within(8.2, areas.PAISLEY)) },
  { query: 'island castle', accepts: all(CASTLE, any(kind('Island'), setting('Island'))) },
  // When it was built, its state and its owner.
  { query: '16th century castle', accepts: all(CASTLE, century('16th')) },
  {
    query: 'Victorian warehouse',
    accepts: all(kind('Warehouse', 'Industrial site', 'Mill or factory'), century('19th')),
  },
  { query: '1930s', accepts: century('20th') },
  { query: 'contemporary architecture', accepts: century('21st') },
  { query: 'derelict building', accepts: any(condition('Derelict', 'Disused', 'Ruin'), CLOSED) },
  { query: 'university museum', accepts: all(MUSEUM, owner('University')) },
  {
    query: 'Historic Scotland castle',
    accepts: all(any(CASTLE, titled(/castle|palace/i)), owner('Historic Environment Scotland')),
  },
  // By name, with mistakes.
  { query: 'Linlithgo palace', accepts: titled(/Linlithgow Palace/) },
  { query: 'Glamiss castle', accepts: titled(/Glamis Castle/) },
  { query: 'neist pt', accepts: titled(/Neist Point/) },
  { query: 'loch coruisg', accepts: titled(/Loch Coruisk/) },
  { query: 'Customs Row Greenock', accepts: titled(/Customs Row/) },
  { query: 'rail museum Bo’ness', accepts: all(MUSEUM, inBox(55.98, -3.68, 56.03, -3.52)) },
];
