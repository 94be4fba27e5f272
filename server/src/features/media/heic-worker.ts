import { parentPort, workerData } from 'node:worker_threads';
import type { Channel, Libheif } from 'libheif-js/wasm-bundle.js';
import type { HeicPixels } from './decode-heic.ts';

/** The types of Node lack it. */
declare const WebAssembly: {
  Memory: { prototype: { buffer: ArrayBuffer; grow(pages: number): number } };
};

const { file, maxBytes } = workerData as { file: Uint8Array; maxBytes: number };

limitMemory();
const { default: libheif } = await import('libheif-js/wasm-bundle.js');
const pixels = decodePrimary(libheif);
parentPort?.postMessage(pixels, [pixels.data.buffer]);

/** Limits the memory of WebAssembly, to which the resource limits of worker threads do not apply. */
function limitMemory(): void {
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function (pages: number) {
    const bytes = this.buffer.byteLength + pages * 65_536;
    if (bytes > maxBytes) throw new RangeError('The photo needs too much memory.');
    return grow.call(this, pages);
  };
}

/** Decodes the primary image, with its rotation and mirroring applied. Throws if it cannot. */
function decodePrimary(lib: Libheif): HeicPixels {
  const context = lib.heif_context_alloc();
  const { code } = lib.heif_context_read_from_memory(context, file);
  if (code !== lib.heif_error_code.heif_error_Ok) throw new Error('The file is not a HEIC photo.');
  const image = lib.heif_js_context_get_primary_image_handle(context);
  const hasAlpha = lib.heif_image_handle_has_alpha_channel(image) !== 0;
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = lib.heif_chroma;
  const chroma = hasAlpha ? rgba : rgb;
  const space = lib.heif_colorspace.heif_colorspace_RGB;
  const channel = lib.heif_js_decode_image2(image, space, chroma).channels?.[0];
  if (!channel) throw new Error('The photo cannot be decoded.');
  const channels = hasAlpha ? 4 : 3;
  return { ...withoutPadding(channel, channels), channels };
}

/** Copies the rows, which may be padded, out of the memory of WebAssembly. */
function withoutPadding({ width, height, stride, data }: Channel, channels: number) {
  const rowBytes = width * channels;
  const copy = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    copy.set(data.subarray(y * stride, y * stride + rowBytes), y * rowBytes);
  }
  return { width, height, data: copy };
}
