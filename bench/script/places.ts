import { type Judgement, all, any, century, condition, kind, says, setting } from '../relevance/judgement.ts';

/** A place of a script as its writer puts it, and what a scout would accept for it. Written before the first run. */
export interface JudgedPlace {
  /** Scenes in Fountain. The first heading names the place. */
  readonly script: string;
  readonly accepts: Judgement;
}

const CASTLE = kind('Castle or fortification');
const COUNTRY_HOUSE = kind('Country house or lodge', 'Estate');
const FARM = kind('Farm or steading');
const CHURCH = kind('Church or abbey');
const HOUSE = kind('House', 'House or building');
const SHOP = kind('Shop, pub or café');
const HARBOUR = any(kind('Pier or harbour'), setting('Harbour'));
const STREET = kind('Street or square');
const ROAD = kind('Road or car park');
const CIVIC = kind('Civic building', 'Office');
const INDUSTRIAL = kind('Industrial site', 'Mill or factory', 'Warehouse');
const HILLS = any(kind('Hill or mountain', 'Moor or dune'), setting('Mountain', 'Moorland'));

/** Looked at while the searches were written. */
export const KNOWN_PLACES: readonly JudgedPlace[] = [
  {
    script: 'INT. CASTLE - GREAT HALL - NIGHT\n\nA fire burns low. DOUGAL slams his cup on the long table.\n',
    accepts: CASTLE,
  },
  {
    script: "INT. MORAG'S FARMHOUSE, KITCHEN - DAY\n\nA range, boots by the door. Rain on the window.\n",
    accepts: FARM,
  },
  { script: 'EXT. HARBOUR - DAWN\n\nBoats knock against the wall. Nets, gulls, diesel.\n', accepts: HARBOUR },
  {
    script: 'INT. OLD MILL - CONTINUOUS\n\nRotten floorboards. She edges past the wheel.\n',
    accepts: kind('Mill or factory'),
  },
  {
    script: 'EXT. LOCHSIDE - MORNING\n\nMist on the water. A boat, upside down.\n',
    accepts: any(kind('Loch or reservoir'), setting('Loch')),
  },
  { script: 'EXT. SINGLE-TRACK ROAD - DAY\n\nThe van waits at a passing place.\n', accepts: ROAD },
  { script: 'INT. VILLAGE PUB - NIGHT\n\nA fiddle. Everybody turns as the door opens.\n', accepts: SHOP },
  { script: 'EXT. KIRK - DAY\n\nA small congregation comes out into the wind.\n', accepts: CHURCH },
  {
    script: 'EXT. GRAVEYARD - DUSK\n\nLeaning stones. He reads the name and crosses himself.\n',
    accepts: any(CHURCH, says(/graveyard|churchyard|burial|cemetery|necropolis|kirkyard/i)),
  },
  {
    script: 'INT. RAILWAY STATION, PLATFORM - DAY\n\nThe last train pulls out.\n',
    accepts: kind('Railway station'),
  },
  {
    script: 'EXT. BEACH - DAY\n\nA long empty strand. Two figures, very small.\n',
    accepts: any(kind('Beach or coast'), setting('Beach')),
  },
  {
    script: 'EXT. CLIFF TOP - DAY\n\nShe stops at the edge. The sea, far below.\n',
    accepts: any(kind('Beach or coast'), all(setting('Coastal'), says(/cliff/i))),
  },
  {
    script: 'INT. TENEMENT CLOSE - NIGHT\n\nWet stone steps, a bicycle, one bulb.\n',
    accepts: kind('Flat or tenement'),
  },
  { script: 'EXT. MOOR - DAY\n\nNothing but heather. He walks and walks.\n', accepts: HILLS },
  {
    script: 'INT. MANSION, LIBRARY - NIGHT\n\nShelves to the ceiling. SIR ALAN pours two drams.\n',
    accepts: COUNTRY_HOUSE,
  },
  {
    script: 'INT. PRISON CORRIDOR - NIGHT\n\nKeys. A door, and another door.\n',
    accepts: any(says(/prison|jail|gaol|tolbooth|\bcells?\b/i), CIVIC),
  },
  {
    script: 'INT. HOSPITAL WARD - DAY\n\nIron beds in two rows. A nurse pulls a curtain.\n',
    accepts: any(kind('School or hospital'), says(/hospital|infirmary|asylum/i)),
  },
  { script: 'INT. SCHOOL - CLASSROOM - DAY\n\nThirty children and one wasp.\n', accepts: kind('School or hospital') },
  { script: 'EXT. QUARRY - DAY\n\nThe car goes over the edge.\n', accepts: any(INDUSTRIAL, says(/quarry/i)) },
  {
    script: 'EXT. FOREST - NIGHT\n\nTorches between the trunks. A dog barks.\n',
    accepts: any(kind('Woodland'), setting('Woodland')),
  },
  { script: 'EXT. WATERFALL - DAY\n\nThey have to shout.\n', accepts: kind('Waterfall') },
  {
    script: 'EXT. STONE BRIDGE - DAWN\n\nTwo men, twelve paces apart, pistols raised.\n',
    accepts: kind('Bridge'),
  },
  { script: 'INT. THEATRE, BACKSTAGE - NIGHT\n\nRopes, flats, a rack of crowns.\n', accepts: kind('Theatre or hall') },
  {
    script: 'EXT. TOWN SQUARE - DAY\n\nMarket stalls. A crowd around the scaffold.\n',
    accepts: any(STREET, kind('Town or village')),
  },
  { script: 'INT. HOTEL LOBBY - NIGHT\n\nThe porter is asleep.\n', accepts: kind('Hotel') },
  {
    script: 'INT. WAREHOUSE - NIGHT\n\nCrates. Somebody has left a radio on.\n',
    accepts: any(kind('Warehouse'), INDUSTRIAL),
  },
  { script: 'EXT. LIGHTHOUSE - NIGHT\n\nThe beam comes round.\n', accepts: kind('Lighthouse') },
];

/** Not looked at until the searches were done. */
export const HELD_OUT_PLACES: readonly JudgedPlace[] = [
  { script: 'EXT. GLEN - DAY\n\nRedcoats on the road, small as ants.\n', accepts: kind('Glen or pass') },
  { script: 'INT. BYRE - NIGHT\n\nA cow in calf. Steam. THE VET rolls up a sleeve.\n', accepts: FARM },
  {
    script: 'EXT. RUINED ABBEY - DAY\n\nRooks in the empty windows.\n',
    accepts: all(any(CHURCH, kind('Ruin')), any(condition('Ruin', 'Derelict'), says(/ruin|remains/i), kind('Ruin'))),
  },
  { script: 'INT. COURTROOM - DAY\n\nThe sheriff looks over her glasses.\n', accepts: any(CIVIC, says(/court/i)) },
  { script: 'INT. CAFE - MORNING\n\nThe chairs are still on the tables.\n', accepts: SHOP },
  { script: 'EXT. CROFT - DAY\n\nPeat smoke. Washing on the line.\n', accepts: any(FARM, says(/croft|blackhouse/i)) },
  {
    script: 'EXT. CANAL TOWPATH - NIGHT\n\nTwo bikes, no lights.\n',
    accepts: kind('Canal'),
  },
  {
    script: 'INT. MUSEUM - GALLERY - DAY\n\nA guard follows the boy from case to case.\n',
    accepts: kind('Museum'),
  },
  {
    script: 'EXT. VICTORIAN TERRACE - DAY\n\n1893. A carriage draws up.\n',
    accepts: all(any(HOUSE, STREET, kind('Flat or tenement')), any(century('19th'), says(/victorian|terrace/i))),
  },
  {
    script: 'EXT. WALLED GARDEN - DAY\n\nApple trees against brick. LADY JEAN cuts roses.\n',
    accepts: any(kind('Garden or park'), COUNTRY_HOUSE, says(/walled garden/i)),
  },
  {
    script: 'EXT. DISUSED FACTORY - NIGHT\n\nA chain link fence, cut.\n',
    accepts: all(INDUSTRIAL, condition('Closed', 'Disused', 'Derelict', 'Ruin')),
  },
  { script: 'EXT. SEA CAVE - DAY\n\nThe tide is coming in.\n', accepts: any(kind('Cave'), says(/\bcaves?\b/i)) },
  {
    script: 'EXT. MULTI-STOREY CAR PARK - NIGHT\n\nThe top level. Wet concrete, a black saloon.\n',
    accepts: any(ROAD, says(/car park/i)),
  },
];
