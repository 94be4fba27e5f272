import { drawImage } from './redraw-image.ts';

/** The longest side, in pixels, of the small copy that is judged. */
export const judgedSide = 256;

/** A lower mean luminance, of 255, is dark. The darkest demo photo has 75. */
const darkBelow = 50;
/**
 * A photo is blurred if no part of it has a larger variance of the Laplacian. The demo photos have
 * 140 and more, and 40 at most when blurred by 1 % of their width.
 */
const blurredBelow = 50;
/** The photo is divided into this many rows and columns. One sharp part makes a sharp photo. */
const parts = 4;

/** Returns what would improve a photo, or null. Throws if this browser cannot read the photo. */
export async function judgePhoto(photo: Blob): Promise<string | null> {
  const canvas = await drawImage(photo, judgedSide);
  const context = canvas.getContext('2d');
  return context && judgePixels(context.getImageData(0, 0, canvas.width, canvas.height));
}

/** Returns what would improve a photo with these pixels, or null. */
export function judgePixels({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>) {
  const light = Float32Array.from({ length: width * height }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * index, 4 * index + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  if (mean < darkBelow) return 'This photo looks dark. Daylight helps.';
  return sharpness(light, width, height) < blurredBelow ? 'This photo looks blurred.' : null;
}

/** Returns the variance of the Laplacian in the sharpest part of the picture. */
function sharpness(light: Float32Array, width: number, height: number): number {
  const found = Array.from({ length: parts * parts }, () => ({ sum: 0, squares: 0, count: 0 }));
  const at = (x: number, y: number) => light[y * width + x] ?? 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const edge = 4 * at(x, y) - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1);
      const row = Math.floor((y * parts) / height);
      const part = found[row * parts + Math.floor((x * parts) / width)];
      if (!part) continue;
      part.sum += edge;
      part.squares += edge ** 2;
      part.count += 1;
    }
  }
  const variances = found.map(({ sum, squares, count }) => squares / count - (sum / count) ** 2);
  // A part of a very small picture may have no pixel.
  return Math.max(...variances.filter((variance) => !Number.isNaN(variance)));
}
