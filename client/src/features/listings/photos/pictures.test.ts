import { describe, expect, test } from 'vitest';
import { movedTo, placeText, refuseFiles, sentInAll } from './pictures.ts';

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
      "bill.pdf isn't a supported image",
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
    expect(movedTo(['a', 'b', 'c'], 1, 0)).toEqual(['b', 'a', 'c']);
    expect(movedTo(['a', 'b', 'c'], 1, 2)).toEqual(['a', 'c', 'b']);
  });

  test('takes it out and puts it in at its new place', () => {
    expect(movedTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(movedTo(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  });

  test('leaves the list as it is where there is no such place', () => {
    const list = ['a', 'b'];
    expect(movedTo(list, 0, 2)).toBe(list);
    expect(movedTo(list, 0, -1)).toBe(list);
    expect(movedTo(list, 5, 0)).toBe(list);
    expect(movedTo(list, 1, 1)).toBe(list);
  });

  test('is announced with the new place, and whether it is the cover', () => {
    expect(placeText(2, 4)).toBe('Photo moved to position 3 of 4.');
    expect(placeText(0, 4)).toBe('Photo moved to position 1 of 4. This is now the cover.');
  });
});

describe('how much was sent of all pictures', () => {
  test('counts bytes', () => {
    expect(sentInAll([100, 300], 0, 0.5)).toBe(0.125);
    expect(sentInAll([100, 300], 1, 0.5)).toBe(0.625);
    expect(sentInAll([100, 300], 1, 1)).toBe(1);
  });

  test('is everything where nothing is to be sent', () => {
    expect(sentInAll([], 0, 0)).toBe(1);
  });
});
