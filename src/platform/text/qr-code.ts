import { encode } from 'uqr';

/** Returns a QR code as an SVG path of its dark modules, without the quiet zone around. */
export function toQrCode(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { border: 0 });
  const modules = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: modules.join('') };
}
