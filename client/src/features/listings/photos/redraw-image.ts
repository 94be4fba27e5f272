/** A part of a picture, in percent of its width and height. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An edit of a picture: 0 to 3 quarter turns clockwise, then a crop of the turned picture. */
export interface Edit {
  turns: number;
  crop: Area | null;
}

export const wholeArea: Area = { x: 0, y: 0, width: 100, height: 100 };

/**
 * Returns an edited picture as a file of the same name: JPEG from JPEG, otherwise WebP, which
 * preserves transparency. Throws if this browser cannot read the picture.
 */
export async function editImage(picture: Blob, name: string, edit: Edit): Promise<File> {
  // Twice the largest width that the server stores.
  const canvas = await drawImage(picture, 2560, edit);
  const type = picture.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  const edited = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
  if (!edited) throw new Error('The photo is too large to edit.');
  // A browser that cannot write WebP returns another type.
  return new File([edited], name, { type: edited.type });
}

/**
 * Returns a picture as a JPEG data URL of at most `side` px, or null. Reads the chosen file, or the
 * stored picture if the browser cannot read the file (HEIC).
 */
export async function readPicture(
  { file, url }: { file: File | null; url: string | null },
  side: number,
): Promise<string | null> {
  const stored = async () => {
    const answer = url ? await fetch(url) : null;
    return answer?.ok ? scaledDataUrl(await answer.blob(), side) : null;
  };
  try {
    return file ? await scaledDataUrl(file, side).catch(stored) : await stored();
  } catch {
    return null;
  }
}

async function scaledDataUrl(picture: Blob, side: number): Promise<string> {
  // JPEG has no transparency and would turn it black.
  const canvas = await drawImage(picture, side, { ground: '#fff' });
  return canvas.toDataURL('image/jpeg', 0.8);
}

interface Drawing extends Partial<Edit> {
  /** The color below transparent parts. */
  ground?: string;
}

/** Draws a picture, with a longer side of at most `longestSide` px. */
export async function drawImage(
  picture: Blob,
  longestSide: number,
  { turns = 0, crop = null, ground }: Drawing = {},
): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(picture);
  try {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser has no canvas.');
    const area = crop ?? wholeArea;
    const isUpright = turns % 2 === 0;
    const [width, height] = isUpright
      ? [bitmap.width, bitmap.height]
      : [bitmap.height, bitmap.width];
    const part = { width: (width * area.width) / 100, height: (height * area.height) / 100 };
    const scale = Math.min(1, longestSide / Math.max(part.width, part.height));
    canvas.width = Math.max(1, Math.round(part.width * scale));
    canvas.height = Math.max(1, Math.round(part.height * scale));
    if (ground) {
      context.fillStyle = ground;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.imageSmoothingQuality = 'high';
    context.scale(canvas.width / part.width, canvas.height / part.height);
    context.translate(width * (0.5 - area.x / 100), height * (0.5 - area.y / 100));
    context.rotate((turns * Math.PI) / 2);
    context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
    return canvas;
  } finally {
    bitmap.close();
  }
}
