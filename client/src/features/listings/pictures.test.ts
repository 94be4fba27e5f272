import { describe, expect, test } from 'vitest';
import { movedBy, refuseFiles } from './pictures.ts';

const photo = (name = 'photo.jpg', size = 10, type = 'image/jpeg') =>
  new File([new Uint8Array(size)], name, { type });

describe('chosen files', () => {
  test('are taken up to five pictures in all', () => {
    expect(refuseFiles(2, [photo(), photo(), photo()])).toBeNull();
  });

  test('are all refused when they would pass five', () => {
    expect(refuseFiles(4, [photo(), photo()])).toEqual({
      title: 'Too many images',
      message: 'You can only upload up to 5 images.',
    });
  });

  test('are refused by name when one is no picture', () => {
    expect(refuseFiles(0, [photo(), photo('bill.pdf', 10, 'application/pdf')])?.message).toContain(
      'bill.pdf is not a picture',
    );
  });

  test('pass when the browser does not know their kind: the server judges by content', () => {
    expect(refuseFiles(0, [photo('phone.heic', 10, '')])).toBeNull();
  });

  test('are refused above 10 MB and taken at exactly that', () => {
    expect(refuseFiles(0, [photo('fits.jpg', 10_485_760)])).toBeNull();
    expect(refuseFiles(0, [photo('big.jpg', 10_485_761)])?.message).toBe(
      'big.jpg is larger than 10 MB.',
    );
  });
});

describe('moving a picture', () => {
  test('changes places with its neighbor', () => {
    expect(movedBy(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
    expect(movedBy(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  });

  test('stops at both ends', () => {
    expect(movedBy(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(movedBy(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
  });
});
