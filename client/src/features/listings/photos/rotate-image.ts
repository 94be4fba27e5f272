/** The longest side of a turned picture, in pixels: twice the largest width that is stored. */
const maxSide = 2560;
const quality = 0.92;

/**
 * A picture turned clockwise by quarter turns, as a file of the same name: JPEG from JPEG, else WebP,
 * which keeps what is see-through. Throws where this browser cannot read the picture.
 */
export async function rotateImage(picture: Blob, name: string, turns: number): Promise<File> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const lying = turns % 2 === 1;
    const canvas = document.createElement('canvas');
    canvas.width = lying ? height : width;
    canvas.height = lying ? width : height;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser has no canvas.');
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate((turns * Math.PI) / 2);
    context.drawImage(bitmap, -width / 2, -height / 2, width, height);
    const type = picture.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
    const turned = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, type, quality),
    );
    if (!turned) throw new Error('The picture is too large to turn.');
    // Not every browser writes WebP: what it wrote instead says its own type.
    return new File([turned], name, { type: turned.type });
  } finally {
    bitmap.close();
  }
}
