import { describe, expect, test } from 'vitest';
import { movedTo, movedText, refuseFiles, totalProgress } from './use-pictures.ts';

const photo = (name = 'photo.jpg', size = 10, type = 'image/jpeg') =>
  new File([new Uint8Array(size)], name, { type });

describe('chosen files', () => {
  test('are accepted up to five pictures in all', () => {
    expect(refuseFiles(2, [photo(), photo(), photo()])).toBeNull();
  });

  test('are all refused if there would be more than five', () => {
    expect(refuseFiles(4, [photo(), photo()])).toEqual({
      title: 'Too many images',
      message: 'You can only upload up to 5 images.',
    });
  });

  test('are refused with the name of the one that is not a picture', () => {
    expect(refuseFiles(0, [photo(), photo('bill.pdf', 10, 'application/pdf')])?.message).toContain(
      "bill.pdf isn't a supported image",
    );
  });

  test('are accepted with an unknown type, because the server checks their content', () => {
    expect(refuseFiles(0, [photo('phone.heic', 10, '')])).toBeNull();
    expect(refuseFiles(0, [photo('phone.heic', 10, 'application/octet-stream')])).toBeNull();
  });

  test('are refused above 10 MB and accepted at exactly 10 MB', () => {
    expect(refuseFiles(0, [photo('fits.jpg', 10_485_760)])).toBeNull();
    expect(refuseFiles(0, [photo('big.jpg', 10_485_761)])?.message).toBe(
      'big.jpg is larger than 10 MB.',
    );
  });
});

describe('moving a picture', () => {
  test('swaps it with its neighbor', () => {
    expect(movedTo(['a', 'b', 'c'], 1, 0)).toEqual(['b', 'a', 'c']);
    expect(movedTo(['a', 'b', 'c'], 1, 2)).toEqual(['a', 'c', 'b']);
  });

  test('shifts the pictures between its old and new place', () => {
    expect(movedTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(movedTo(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  });

  test('does not change the list if there is no such place', () => {
    const list = ['a', 'b'];
    expect(movedTo(list, 0, 2)).toBe(list);
    expect(movedTo(list, 0, -1)).toBe(list);
    expect(movedTo(list, 5, 0)).toBe(list);
    expect(movedTo(list, 1, 1)).toBe(list);
  });

  test('is announced with the new place, and with whether the picture is the cover', () => {
    expect(movedText(2, 4)).toBe('Photo moved to position 3 of 4.');
    expect(movedText(0, 4)).toBe('Photo moved to position 1 of 4. This is now the cover.');
  });
});

describe('the progress of sending all pictures', () => {
  test('counts bytes', () => {
    expect(totalProgress([100, 300], 0, 0.5)).toBe(0.125);
    expect(totalProgress([100, 300], 1, 0.5)).toBe(0.625);
    expect(totalProgress([100, 300], 1, 1)).toBe(1);
  });

  test('is 1 if there is nothing to send', () => {
    expect(totalProgress([], 0, 0)).toBe(1);
  });
});
