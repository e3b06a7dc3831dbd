import { toQrCode } from '../../../../platform/text/qr-code.ts';

/** Draws a QR code as SVG. */
export function drawQrCode(url: string): string {
  const { size, path } = toQrCode(url);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}"><path d="${path}"/></svg>`;
}
