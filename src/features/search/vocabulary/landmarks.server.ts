import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { once } from '../../../platform/runtime/compute-once.ts';
import { getRegionPath } from '../../geography/region/queries.server.ts';
import { STOP_WORDS, tokenize } from '../text/analysis.ts';
import { readThesaurusWords } from './commands.server.ts';
import { type Place, defaultPlace } from './schema.ts';

/** The second is apart, since its licence asks for more: a region works without either. */
const FILES = ['landmarks.csv', 'landmarks-share-alike.csv'];

/** As known as this, a landmark is famous. */
const FAMOUS = 25;
/**
 * A name needs a word such as "near" before it unless it has two of these: several words, one that is not ordinary, and a famous landmark. Others
 * mean something else too often.
 */
const MIN_SIGNS = 2;

/** Words of names that do not tell one landmark from others, besides those of the trade: "Old Bridge", "West Hill". */
const ORDINARY_WORDS =
  'big east great high king little long low lower man men new north old queen royal saint south st upper west white';

const row = z.object({
  name: z.string().min(1),
  alternative_names: z.string(),
  latitude: z.coerce.number(),
  longitude: z.coerce.number(),
  /** Kilometres from the centre to the edge of what people mean. */
  extent_km: z.coerce.number().positive(),
  /** How well known it is: 0 to some hundreds. */
  fame: z.coerce.number().nonnegative(),
});

/** Returns the landmarks and natural features of the region, the most famous first. */
export const getLandmarks = once((): Promise<readonly Place[]> => readLandmarks());

async function readLandmarks(): Promise<Place[]> {
  const ordinary = new Set([...STOP_WORDS, ...ORDINARY_WORDS.split(' '), ...(await readThesaurusWords())]);
  const isEnough = (name: string, fame: number) => {
    const words = tokenize(name).map(({ word }) => word);
    const signs = [words.length > 1, words.some((word) => !ordinary.has(word)), fame >= FAMOUS];
    return signs.filter(Boolean).length >= MIN_SIGNS;
  };
  return FILES.flatMap(readRows)
    .sort((a, b) => b.fame - a.fame)
    .flatMap(({ name, alternative_names, extent_km, fame, latitude, longitude }) => {
      const names = [name, ...alternative_names.split('|').filter((other) => other !== '')];
      const landmark = { kind: 'landmark', name, latitude, longitude, reach: extent_km };
      // Some names may be enough and others not: "Hill House" of "Hill House, Helensburgh" is not.
      return [true, false].flatMap((common) => {
        const ofThese = names.filter((one) => isEnough(one, fame) === common);
        return ofThese.length > 0 ? [defaultPlace.parse({ ...landmark, names: ofThese, common })] : [];
      });
    });
}

function readRows(file: string): z.output<typeof row>[] {
  const path = getRegionPath(file);
  return existsSync(path) ? z.array(row).parse(parse(readFileSync(path), { columns: true })) : [];
}
