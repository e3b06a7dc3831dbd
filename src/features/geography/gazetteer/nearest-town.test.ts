import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getKilometresBetween } from '../measure.ts';
import { getBridges } from './bridges.server.ts';
import { findNearestTown, findTown } from './nearest-town.queries.server.ts';
import { getGazetteer } from './queries.server.ts';
import { toRoutePoint } from './routes.server.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('findNearestTown', () => {
  test.each([
    ['Eilean Donan', 57.27389, -5.51605, 'Kyle of Lochalsh', 12],
    ['the Royal Mile', 55.9502, -3.1895, 'Edinburgh', 0.5],
    ['the Old Course', 56.3436, -2.8036, 'St Andrews', 0.6],
    ['the Cuillin', 57.2087, -6.2276, 'Broadford', 20],
  ])('returns the town near %s', (_place, latitude, longitude, name, kilometres) => {
    const town = findNearestTown(at(latitude, longitude));
    expect(town.name).toBe(name);
    expect(Math.abs(town.kilometres - kilometres)).toBeLessThan(Math.max(1, kilometres * 0.2));
  });

  test('ignores islands and hamlets', () => {
    const { name } = findNearestTown(at(57.36, -6.25)); // where the gazetteer has the Isle of Skye itself
    expect(name).toBe('Portree');
  });

  test.each([
    ['Cloch Lighthouse', 55.9425, -4.879, 'Inverkip'], // not Dunoon, across the Firth of Clyde
    ['Dunoon Pier', 55.9475, -4.9215, 'Dunoon'],
    ['Hawes Pier', 55.9895, -3.386, 'Queensferry'],
    ['North Queensferry Harbour', 56.0095, -3.394, 'North Queensferry'],
    ['Broughty Castle', 56.46278, -2.87028, 'Dundee'], // not Tayport, across the Tay
    ['a museum exactly on the coast of Broughty Ferry', 56.46293, -2.8702, 'Dundee'],
    ['Tayport Harbour', 56.449, -2.88, 'Tayport'],
    ['Girdle Ness', 57.13904, -2.04855, 'Aberdeen'], // across the Dee, by its bridge
    ['Cromarty Lighthouse', 57.683, -4.0365, 'Cromarty'],
    ['Nigg Ferry', 57.695, -4.02, 'Balintore'], // not Cromarty, across the Cromarty Firth
    ['Chanonry Point', 57.5738, -4.0925, 'Fortrose'],
    ['Fort George', 57.5845, -4.07, 'Ardersier'],
    ['Eilean Donan', 57.27389, -5.51605, 'Kyle of Lochalsh'],
    ['Corran, where the ferry to Ardgour lands', 56.7215, -5.237, 'Ballachulish'],
    ['Ardgour', 56.7217, -5.245, 'Ballachulish'], // a ferry, or 60 km to Fort William
    ['Inverie', 57.05, -5.66, 'Mallaig'], // no road leads to any town
    ['Tighnabruaich Pier', 55.907, -5.235, 'Tighnabruaich'],
    ['Portavadie', 55.876, -5.32, 'Tighnabruaich'], // not Tarbert, across Loch Fyne
    ['Castle Stalker', 56.57154, -5.38619, 'Ballachulish'],
  ])('does not cross a firth or sea loch from %s', (_place, latitude, longitude, name) => {
    expect(findNearestTown(at(latitude, longitude)).name).toBe(name);
  });

  test.each([
    ['Great Cumbrae', 55.77, -4.92, 'Millport'],
    ['the north of Bute', 55.905, -5.16, 'Port Bannatyne'],
    ['Craignure on Mull', 56.47, -5.705, 'Tobermory'],
    ['Fionnphort on Mull', 56.325, -6.368, 'Tobermory'],
    ['Armadale on Skye', 57.064, -5.895, 'Broadford'],
    ['Lochranza on Arran', 55.707, -5.295, 'Brodick'],
    ['Eriskay, which has no village of its own', 57.075, -7.29, 'Lochboisdale'],
    ['Kisimul Castle on Barra', 56.9525, -7.4872, 'Castlebay'],
    ['Luskentyre on Harris', 57.89, -6.95, 'Tarbert'],
    ['Tiree', 56.5, -6.88, 'Scarinish'],
    ['Colonsay House', 56.0925, -6.192, 'Scalasaig'],
  ])('stays on the island from %s', (_place, latitude, longitude, name) => {
    expect(findNearestTown(at(latitude, longitude)).name).toBe(name);
  });

  test('crosses a bridge to a nearer town', () => {
    expect(findNearestTown(at(57.2727, -5.733)).name).toBe('Kyle of Lochalsh'); // from Kyleakin
    expect(findNearestTown(at(56.31, -5.6)).name).toBe('Oban'); // from Seil
  });

  test.each([
    ['Iona', 56.334, -6.393, 'Tobermory'],
    ['Kilchoan', 56.698, -6.106, 'Mallaig'], // not Tobermory, by ferry to another local authority
    ['Rum', 57.01, -6.28, 'Mallaig'],
    ['St Kilda', 57.813, -8.585, 'Stornoway'],
    ['the Bass Rock', 56.077, -2.641, 'North Berwick'],
    ['the Bell Rock', 56.4346, -2.387, 'Arbroath'],
  ])('returns the town with the least distance where no road leads to one: %s', (_place, latitude, longitude, name) => {
    expect(findNearestTown(at(latitude, longitude)).name).toBe(name);
    expect(findTown(at(latitude, longitude))).toBe(name);
  });

  test('is at most the detour for a ferry farther than the nearest town in a straight line', () => {
    const towns = getGazetteer().towns.filter((place) => place.population >= 500);
    const latitude = fc.double({ min: 54.6, max: 60.9, noNaN: true });
    const longitude = fc.double({ min: -8.7, max: -0.7, noNaN: true });
    fc.assert(
      fc.property(latitude, longitude, (y, x) => {
        const nearest = Math.min(...towns.map((town) => getKilometresBetween(at(y, x), town)));
        const { kilometres } = findNearestTown(at(y, x));
        expect(kilometres).toBeLessThan(nearest + 30.01);
      }),
    );
  });
});

test.each(Object.entries(getBridges()))('%s joins two places by the shore', (_name, [a, b]) => {
  const ends = [a, b].map(([latitude, longitude]) => toRoutePoint(at(latitude, longitude)));
  for (const { coast } of ends) expect(coast?.kilometres ?? 0).toBeLessThan(0.6);
  expect(getKilometresBetween(ends[0]!, ends[1]!)).toBeLessThan(3);
});

test('getKilometresBetween returns the great-circle distance', () => {
  const [glasgow, edinburgh] = [at(55.8652, -4.2576), at(55.9521, -3.1965)];
  expect(getKilometresBetween(glasgow, edinburgh)).toBeCloseTo(67, 0);
  expect(getKilometresBetween(edinburgh, edinburgh)).toBe(0);
});
