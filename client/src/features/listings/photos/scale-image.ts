/** What a description is made from: longest side in px and JPEG quality. */
const longestSide = 800;
const quality = 0.8;

/** A picture as a JPEG data URL of at most 800 px. Throws where the browser cannot read the picture. */
export async function scaledDataUrl(source: Blob): Promise<string> {
  const bitmap = await createImageBitmap(source);
  try {
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser gives no canvas.');
    // JPEG has no transparency, and would make it black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg', quality);
  } finally {
    bitmap.close();
  }
}
