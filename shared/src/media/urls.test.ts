import { describe, expect, it } from 'vitest';
import {
  allImageObjectKeys,
  imageObjectKeys,
  imagePath,
  imageSrcSet,
  imageUrlAtWidth,
  parseImageUrl,
  parsePhotoPath,
  photoPath,
} from './urls.ts';

const id = '019376c2-8f0e-7a31-9b5d-0c1f2e3d4a5b';

describe('addresses of images', () => {
  it('finds the id in every width, with and without a host', () => {
    expect(parseImageUrl(imagePath(id, 320))).toBe(id);
    expect(parseImageUrl(`https://market.example.org/media/${id}/1280.webp`)).toBe(id);
    expect(parseImageUrl(`http://localhost:3000/media/${id}/640.webp`)).toBe(id);
  });

  it.each([
    '',
    'not an address',
    `/media/${id}/641.webp`,
    `/media/${id}/640.png`,
    `/media/${id}/640.webp?x=1`,
    `/media/${id}/640.webp\n`,
    `/media/../media/${id}/640.webp`,
    `/media/${id.toUpperCase()}/640.webp`,
    `/other/media/${id}/640.webp`,
    `https://cdn.example.org/media/${id}/640.webp#top`,
    `javascript:/media/${id}/640.webp`,
    `data:text/html,/media/${id}/640.webp`,
  ])('refuses %j', (url) => {
    expect(parseImageUrl(url)).toBeNull();
    expect(imageSrcSet(url)).toBeUndefined();
    expect(imageUrlAtWidth(url, 320)).toBe(url);
  });

  it('lists every width in the srcset, keeping the host', () => {
    expect(imageSrcSet(`https://m.example.org/media/${id}/640.webp`)).toBe(
      [320, 640, 1280].map((w) => `https://m.example.org/media/${id}/${w}.webp ${w}w`).join(', '),
    );
  });

  it('lists the same widths as AVIF', () => {
    expect(imageSrcSet(imagePath(id, 1280), 'avif')).toBe(
      [320, 640, 1280].map((w) => `/media/${id}/${w}.avif ${w}w`).join(', '),
    );
    expect(parseImageUrl(`/media/${id}/640.avif`)).toBe(id);
  });

  it('changes the width in an address', () => {
    expect(imageUrlAtWidth(imagePath(id, 1280), 320)).toBe(imagePath(id, 320));
  });

  it('distinguishes private chat photos from public images', () => {
    const path = photoPath(id, 1280);
    expect(parsePhotoPath(path)).toBe(id);
    expect(parseImageUrl(path)).toBeNull();
    expect(parsePhotoPath(imagePath(id, 1280))).toBeNull();
    expect(parsePhotoPath(`https://m.example.org${path}`)).toBeNull();
    expect(imageUrlAtWidth(path, 320)).toBe(photoPath(id, 320));
    expect(imageSrcSet(path)).toContain(`/media/chat/${id}/640.webp 640w`);
  });

  it('lists the object keys of an image: three per format and three as a chat photo', () => {
    expect(imageObjectKeys(id)).toEqual([
      `images/${id}/320.webp`,
      `images/${id}/640.webp`,
      `images/${id}/1280.webp`,
    ]);
    expect(allImageObjectKeys(id)).toEqual([
      ...imageObjectKeys(id),
      ...imageObjectKeys(id).map((key) => key.replace('.webp', '.avif')),
      ...imageObjectKeys(id).map((key) => key.replace('images/', 'chat/')),
    ]);
  });
});
