import {
  type Judgement,
  all,
  any,
  century,
  condition,
  kind,
  not,
  says,
  setting,
  titled,
} from '../relevance/judgement.ts';

/** A place of a story, as a screenplay has it, and what a scout accepts for it. */
export interface JudgedStoryLocation {
  /** Fountain: the headings that play there, and their action. */
  readonly script: string;
  readonly accepts: Judgement;
  /** Not used for tuning. */
  readonly isHeldBack: boolean;
}

const CASTLE = kind('Castle or fortification');
const CHURCH = kind('Church or abbey');
const COAST = any(kind('Beach or coast'), setting('Coastal', 'Beach'));
const COUNTRY_HOUSE = kind('Country house or lodge', 'Estate');
const FARM = kind('Farm or steading');
const HARBOUR = any(kind('Pier or harbour'), setting('Harbour'));
const HOUSE = kind('House', 'House or building', 'Interior');
const INDUSTRY = kind('Industrial site', 'Warehouse', 'Mill or factory');
const SCHOOL_OR_HOSPITAL = kind('School or hospital');
const SHOP = kind('Shop, pub or café');
const STREET = kind('Street or square');
const TENEMENT = kind('Flat or tenement');
const TOWN = kind('Town or village');
const RUIN = any(kind('Ruin'), condition('Ruin'));
/** With a roof, so that a scene can play inside. */
const inside = (accepts: Judgement) => all(accepts, not(RUIN));

/** One in so many is held back. */
const HELD_BACK = 3;

const JUDGED: readonly Omit<JudgedStoryLocation, 'isHeldBack'>[] = [
  {
    script: `INT. MACKAY FARM - KITCHEN - MORNING

Low beams. A range that has never gone out. ISHBEL ladles porridge into four bowls, then puts one back.

EXT. MACKAY FARM - YARD - CONTINUOUS

Hens scatter before the quad bike.`,
    accepts: FARM,
  },
  {
    script: `EXT. CRAIGMOUNT COURT - WALKWAY - NIGHT

Brutalist flats. Raw concrete, stained by fifty winters. Sodium light. DEEN runs the length of the third level, past forty identical doors.`,
    accepts: any(
      all(
        kind('Flat or tenement'),
        any(century('20th'), says(/concrete|brutalis|tower block|high.?rise|1960s|1970s/i)),
      ),
      all(says(/brutalis/i), not(COAST)),
    ),
  },
  {
    script: `EXT. FISHING HARBOUR - DAWN

Half a dozen boats where there used to be sixty. Creels stacked on the quay. RONALD coils a rope that nobody will use.`,
    accepts: HARBOUR,
  },
  {
    script: `EXT. ROAD THROUGH THE GLEN - DAY

Single track. Passing places. The post van is the only moving thing between two walls of mountain.`,
    accepts: any(kind('Glen or pass'), all(kind('Road or car park'), setting('Mountain', 'Rural', 'Moorland'))),
  },
  {
    script: `INT. WARD 7 - NIGHT

A Victorian hospital. Iron beds in two rows under a tall ceiling. NURSE BAXTER carries her lamp between the sleepers.`,
    accepts: inside(
      any(all(SCHOOL_OR_HOSPITAL, says(/hospital|infirmary|asylum|sanatorium/i)), titled(/hospital|infirmary|asylum/i)),
    ),
  },
  {
    script: `INT. CRAIGEND - CORRIDOR - DAY

Doors, doors, doors. A prison officer unlocks a gate and locks it behind them. COLM counts his steps.

INT. CRAIGEND - CELL - LATER

A bunk, a slop bucket, a square of sky.`,
    accepts: inside(any(titled(/prison|jail|gaol|tolbooth/i), says(/\bprison\b|\bjail\b|\bgaol\b/i))),
  },
  {
    script: `INT. 14 ARGYLE PLACE - CLOSE - NIGHT

A Glasgow tenement. Wally tiles to shoulder height. A bulb on a timer. AGNES hauls her messages up the worn steps; it clicks off at the second landing.`,
    accepts: TENEMENT,
  },
  {
    script: `INT. DUNRAE CASTLE - GREAT HALL - NIGHT

Antlers. A fire that could roast an ox. The CHIEF's men make room for the stranger at the long table.`,
    accepts: inside(CASTLE),
  },
  {
    script: `EXT. DEVLIN'S - FORECOURT - NIGHT

A petrol station at the edge of nowhere. Two pumps and a kiosk in a puddle of white light. SHONA fills the tank and watches the road behind her.`,
    accepts: says(/petrol|filling station|service station|forecourt/i),
  },
  {
    script: `EXT. SLATE QUARRY - DAY

A bite out of the hillside, flooded green at the bottom. The DETECTIVES stand at the lip of it.`,
    accepts: says(/\bquarr(?:y|ies)/i),
  },
  {
    script: `INT. THE DROVERS' ARMS - SNUG - EVENING

A pub that gave up on decoration in 1974. Four old men, four half pints. WILLIE raises a finger and the barman pours.`,
    accepts: any(all(SHOP, says(/\bpubs?\b|\bbars?\b|\binn\b|tavern/i)), titled(/\binn\b|\barms\b|tavern|\bpub\b/i)),
  },
  {
    script: `EXT. CLIFF TOP - DUSK

Wind. Gannets far below. Thrift and bare rock to the very edge. ELSPETH walks towards it.`,
    accepts: any(all(COAST, says(/cliff|headland|\bpoint\b|\bhead\b|stack|promontory/i)), says(/\bcliffs?\b/i)),
  },
  {
    script: `INT. ST BRIDE'S - DAY

A country church. Bare boards, clear glass. The coffin on trestles before the pulpit. Six people, none of them together.`,
    accepts: inside(CHURCH),
  },
  {
    script: `EXT. KIRKYARD - DAY - RAIN

Leaning stones and one fresh mound. Umbrellas. KIRSTY stands on the wrong side of the wall.`,
    accepts: any(CHURCH, says(/graveyard|kirkyard|churchyard|cemetery|burial ground|necropolis|graves?\b/i)),
  },
  {
    script: `INT. HALCYON LTD - SALES FLOOR - DAY

An open-plan office. Glass, grey carpet, sixty screens. PRIYA eats a sandwich without looking away from hers.`,
    accepts: kind('Office'),
  },
  {
    script: `EXT. HIGH STREET - MORNING

A small town waking. The baker's van, the bank that is now a vape shop. GORDON flips his sign to OPEN.`,
    accepts: any(STREET, TOWN, all(SHOP, setting('Town', 'Village'))),
  },
  {
    script: `INT. WAREHOUSE (DERELICT) - NIGHT

Pigeons in the rafters. A floor the size of a pitch. One chair, one lamp, and TAM, tied to the first under the second.`,
    accepts: kind('Warehouse', 'Industrial site', 'Mill or factory'),
  },
  {
    script: `EXT. SHIPYARD - DAY

The last crane on the river. Men in boiler suits pour out of the gate as the hooter goes. 1978.`,
    accepts: any(
      all(any(INDUSTRY, HARBOUR), says(/ship|dock|boat.?yard|crane/i)),
      says(/shipyard|shipbuild|dockyard/i),
    ),
  },
  {
    script: `INT. GLENTARRA HOUSE - DRAWING ROOM - DAY

Everything that can be gilded has been. LADY AGATHA receives the bad news on a sofa nobody has ever been comfortable on.

EXT. GLENTARRA HOUSE - LAWN - LATER

A marquee. A string quartet. Sixty guests pretend that it is warm.`,
    accepts: inside(
      any(
        COUNTRY_HOUSE,
        all(CASTLE, condition('Good', 'Excellent', 'Open', 'Lived in', 'Restored')),
        titled(/\bhouse\b/i),
      ),
    ),
  },
  {
    script: `EXT. THE BIG HOUSE - DRIVE - DAY

Gates with stags on them. A mile of rhododendrons, then the facade: turrets, plate glass, a wing too many. The Bentley stops at the steps.`,
    accepts: any(COUNTRY_HOUSE, all(CASTLE, not(RUIN))),
  },
  {
    script: `INT. KIRKLAND PRIMARY - P3 CLASSROOM - DAY

Paper planets on strings. Twenty-six children and one hamster. MISS RENNIE writes VOLCANO on the board.`,
    accepts: inside(all(SCHOOL_OR_HOSPITAL, says(/school|academy|classroom|college/i))),
  },
  {
    script: `EXT. JETTY - NIGHT

Planks over the black water of the loch. A rowing boat knocks against the post. FINLAY lowers the bundle over the side.`,
    accepts: any(kind('Loch or reservoir'), setting('Loch'), all(kind('Pier or harbour'), says(/loch|jetty/i))),
  },
  {
    script: `EXT. MOOR - DAY

Peat hags and bog cotton to the end of the world. The search party walks in a line, ten feet apart.`,
    accepts: any(kind('Moor or dune'), setting('Moorland')),
  },
  {
    script: `EXT. PINE FOREST - NIGHT

Straight black trunks. Torch beams swing between them. A dog barks, then does not.`,
    accepts: any(kind('Woodland'), setting('Woodland')),
  },
  {
    script: `EXT. ACHNASHIEL HALT - PLATFORM - NIGHT

A railway station in the middle of a bog. One lamp, one bench, one fox. The last train has gone and she was not on it. DONNIE checks the timetable again.`,
    accepts: all(
      kind('Railway station'),
      any(setting('Rural', 'Village', 'Mountain', 'Moorland', 'Coastal'), not(setting('Urban'))),
    ),
  },
  {
    script: `INT. LIGHTHOUSE - LAMP ROOM - NIGHT

The lens turns like a great glass flower. ERIK, the keeper, writes the weather in the log.

EXT. LIGHTHOUSE - GALLERY - NIGHT

Spray reaches him even here.`,
    accepts: kind('Lighthouse'),
  },
  {
    script: `EXT. STANDING STONES - DAWN

Thirteen of them, older than the word for it. Mist. The CHILDREN walk in a circle, chanting.`,
    accepts: any(kind('Archaeological site'), says(/standing stones?|stone circle|megalith/i)),
  },
  {
    script: `EXT. CALUM'S CROFT - DAY

A low white house at the end of the track, back turned to the Atlantic. Washing horizontal on the line. CALUM mends a fence.

CALUM
You'll be from the council.`,
    accepts: any(FARM, says(/croft/i), all(HOUSE, setting('Rural', 'Island', 'Coastal'))),
  },
  {
    script: `INT. THE DONNELLYS' - LIVING ROOM - EVENING

A semi-detached house. The telly on mute. School photos up the stairs. An ordinary family in an ordinary suburb, not speaking.`,
    accepts: any(HOUSE, all(TENEMENT, setting('Suburban'))),
  },
  {
    script: `INT. THE ESPLANADE - RECEPTION - DAY

A seaside hotel. Swirly carpet, a brass bell, a stuffed pike. Off season. MR PETTIGREW turns the register with one finger.`,
    accepts: kind('Hotel'),
  },
  {
    script: `INT. VILLAGE HALL - NIGHT

A ceilidh at full tilt. Trestle tables, bunting, accordion. The whole glen is here, including the one man who should not be.`,
    accepts: inside(any(kind('Theatre or hall'), titled(/\bhall\b/i))),
  },
  {
    script: `EXT. OLD STONE BRIDGE - DAY

A single arch over a brown river. MAIRI drops a coat button and counts until the splash.`,
    accepts: any(kind('Bridge'), says(/\bbridge\b/i)),
  },
  {
    script: `EXT. GORGE - WATERFALL - DAY

Forty metres of white noise into a black pool. JAMIE strips to his shorts on the ledge. His brother films.`,
    accepts: any(kind('Waterfall'), says(/waterfall|\bfalls\b|gorge/i)),
  },
  {
    script: `INT. COURTROOM 2 - DAY

Oak and bad coffee. The SHERIFF looks over his glasses. In the dock, ROSS buttons a borrowed jacket.`,
    accepts: inside(
      any(titled(/court/i), says(/sheriff court|court ?house|court ?room|law court/i), kind('Civic building')),
    ),
  },
  {
    script: `INT. MURRAY & SONS - WEAVING SHED - DAY

The last working mill in the valley. Looms in ranks, a noise like the end of the world. JEAN lip-reads gossip from across the floor.`,
    accepts: inside(any(kind('Mill or factory'), says(/textile|weaving|tweed|woollen|spinning/i))),
  },
  {
    script: `INT. BALLACHROY - STILL HOUSE - DAY

A distillery at full steam. Copper stills like fat swans. Steam. The tour group nods at everything HAMISH says.`,
    accepts: says(/distiller/i),
  },
  {
    script: `EXT. MULTI-STOREY - TOP DECK - NIGHT

Empty bays of a car park. City lights. Two cars nose to nose with their headlights on. A briefcase changes hands.`,
    accepts: any(says(/car park|multi-storey/i), all(kind('Road or car park'), setting('Urban', 'Town'))),
  },
  {
    script: `INT. SEA CAVE - DAY

Green light moves on the roof. The tide is at their knees. TOM finds the crates.`,
    accepts: any(kind('Cave'), says(/\bcaves?\b/i)),
  },
  {
    script: `INT. SUBMARINE - CONTROL ROOM - NIGHT

Red light. Pipes. Thirty men listening to nothing.`,
    accepts: says(/submarine/i),
  },
  {
    script: `INT. INTERVIEW ROOM - DAY

A police station in the small hours. A table, a tape machine, a mirror that is not a mirror. DI HARKNESS lets the silence work.`,
    accepts: inside(any(says(/police/i), kind('Office', 'Civic building'))),
  },
];

export const STORY_LOCATIONS: readonly JudgedStoryLocation[] = JUDGED.map((judged, i) => ({
  ...judged,
  isHeldBack: i % HELD_BACK === HELD_BACK - 1,
}));
