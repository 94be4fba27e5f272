import { expect, it } from 'vitest';
import { avatarHue, avatarHues } from './UserAvatar.tsx';

it('returns the same hue for an id every time, and uses all hues evenly', () => {
  const ids = Array.from({ length: 1000 }, () => crypto.randomUUID());
  const found = ids.map(avatarHue);
  expect(ids.map(avatarHue)).toEqual(found);
  for (const hue of avatarHues) {
    expect(found.filter((one) => one === hue).length).toBeGreaterThan(50);
  }
});
