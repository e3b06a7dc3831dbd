const WORDS = [
  '',
  'castle',
  'loch',
  'house',
  'station',
  'harbour',
  'glen',
  'stone',
  'old mill',
  'museum',
  'edinburgh',
  'isle',
  'north',
  'bridge',
  'kirk',
  'farm',
];
const SETTINGS = ['', 'Coastal', 'Rural', 'Island', 'Urban', 'Village', 'Mountain', 'Loch'];
const AUTHORITIES = [
  '',
  'Highland',
  'Argyll and Bute',
  'Fife',
  'City of Edinburgh',
  'Glasgow City',
  'Moray',
  'Stirling',
  'Perth and Kinross',
  'Aberdeenshire',
];
const CENTURIES = ['12th', '15th', '16th', '17th', '18th', '19th', '20th', '21st'];
const PAGES = [2, 3];

/**
 * Returns a function that generates typical queries: words, one or two filters, pages. A counter in an unknown parameter makes every
 * URL unique.
 */
export function createFreshUrls(): () => string {
  let n = 0;
  return () => {
    const i = n++;
    const pick = <T>(list: readonly T[]): T => list[Math.floor(i / 4) % list.length] as T;
    const query = new URLSearchParams();
    if (i % 2 === 0 && pick(WORDS)) query.set('query', pick(WORDS));
    if (i % 4 === 1 && pick(SETTINGS)) query.set('setting', pick(SETTINGS));
    if (i % 4 !== 2 && pick(AUTHORITIES)) query.set('localauthority', pick(AUTHORITIES));
    if (i % 8 === 3) query.set('century', pick(CENTURIES));
    if (i % 8 === 4) query.set('currentPage', String(pick(PAGES)));
    query.set('n', String(i));
    return query.toString();
  };
}
