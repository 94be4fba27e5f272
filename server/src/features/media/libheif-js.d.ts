/** The package has no types for this file, and is not installed everywhere. */
declare module 'libheif-js/wasm-bundle.js' {
  /** The part of libheif that is used, a C library compiled to WebAssembly. Its handles are opaque. */
  export interface Libheif {
    heif_context_alloc(): object;
    heif_context_read_from_memory(context: object, file: Uint8Array): { code: unknown };
    heif_js_context_get_primary_image_handle(context: object): object;
    heif_image_handle_has_alpha_channel(image: object): number;
    /** Returns an error, which has no channels, if the image cannot be decoded. */
    heif_js_decode_image2(image: object, space: unknown, chroma: unknown): { channels?: Channel[] };
    heif_error_code: { heif_error_Ok: unknown };
    heif_colorspace: { heif_colorspace_RGB: unknown };
    heif_chroma: Record<'heif_chroma_interleaved_RGB' | 'heif_chroma_interleaved_RGBA', unknown>;
  }

  export interface Channel {
    width: number;
    height: number;
    /** The number of bytes from one row to the next. */
    stride: number;
    data: Uint8Array;
  }

  const libheif: Libheif;
  export default libheif;
}
