import sharp, { type Sharp } from 'sharp';

/** Returns a JPEG with slightly different neighbouring pixels, as in a photograph. */
export function photograph(width: number, height: number): Promise<Buffer> {
  return gradient(width, height).jpeg({ quality: 80 }).toBuffer();
}

/** Returns an image to be encoded: a gradient from blue at the top to green at the bottom, lighter to the right. */
export function gradient(width: number, height: number): Sharp {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0, i = 0; y < height; y++) {
    const down = y / height;
    for (let x = 0; x < width; x++) {
      const light = 80 * (x / width);
      pixels[i++] = 60 + light;
      pixels[i++] = 90 + 80 * down + light;
      pixels[i++] = 170 - 130 * down + light;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Pixels of the mosaic: as many as the areas that perceptual hashes compare. */
const MOSAIC = { width: 9, height: 8 };

/** Returns a JPEG of coloured areas. Of different seeds it looks different, also to perceptual hashes. */
export function mosaic(seed: number, width = 900, height = 600): Promise<Buffer> {
  let state = seed * 2_654_435_761 + 1;
  const pixels = Uint8Array.from({ length: MOSAIC.width * MOSAIC.height * 3 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
  return sharp(pixels, { raw: { ...MOSAIC, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .jpeg({ quality: 80 })
    .toBuffer();
}
