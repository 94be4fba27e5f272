/**
 * Returns a picture turned clockwise by quarter turns, as a file of the same name: JPEG from JPEG,
 * otherwise WebP, which preserves transparency. Throws if this browser cannot read the picture.
 */
export async function rotateImage(picture: Blob, name: string, turns: number): Promise<File> {
  // Twice the largest width that the server stores.
  const canvas = await drawImage(picture, 2560, { turns });
  const type = picture.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  const turned = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
  if (!turned) throw new Error('The photo is too large to rotate.');
  // A browser that cannot write WebP returns another type.
  return new File([turned], name, { type: turned.type });
}

/** Returns a picture as a JPEG data URL of at most 800 px. Throws if the browser cannot read it. */
export async function scaledDataUrl(picture: Blob): Promise<string> {
  // JPEG has no transparency and would turn it black.
  const canvas = await drawImage(picture, 800, { ground: '#fff' });
  return canvas.toDataURL('image/jpeg', 0.8);
}

/** Draws a picture with a longer side of at most `longestSide` px, over the color `ground`. */
export async function drawImage(
  picture: Blob,
  longestSide: number,
  { turns = 0, ground = '' } = {},
): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(picture);
  try {
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = turns % 2 === 1 ? [height, width] : [width, height];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser has no canvas.');
    if (ground) {
      context.fillStyle = ground;
      context.fillRect(0, 0, width, height);
    }
    context.imageSmoothingQuality = 'high';
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate((turns * Math.PI) / 2);
    context.drawImage(bitmap, -width / 2, -height / 2, width, height);
    return canvas;
  } finally {
    bitmap.close();
  }
}
