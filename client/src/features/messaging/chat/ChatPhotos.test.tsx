// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../test/render.tsx';
import { ChatPhotos } from './ChatPhotos.tsx';

const ids = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);

function show(count: number, from = 'Dana') {
  const images = ids.slice(0, count).map((id) => {
    return { id, url: `/media/chat/${id}/1280.webp`, width: 1280, height: 400 };
  });
  const message = {
    ...{ key: 'k', clientId: 'c', senderId: 's', seq: 1, content: '', id: 'm' },
    createdAt: '2026-11-20T12:00:00.000Z',
    kind: 'photo' as const,
    data: { images },
  };
  return renderComponent(<ChatPhotos message={message} from={from} />);
}

const namesOf = () => screen.getAllByRole('img').map((image) => image.getAttribute('alt'));

test('names each photo by its number and sender, and loads it when it comes into view', () => {
  show(3);
  expect(namesOf()).toEqual([1, 2, 3].map((at) => `Photo ${at} of 3 from Dana`));
  const [first] = screen.getAllByRole('img');
  expect(first?.getAttribute('loading')).toBe('lazy');
  expect(first?.getAttribute('srcset')).toContain('/640.webp 640w');
});

test('a single photo has no number, and its proportions are limited', () => {
  show(1, 'you');
  expect(namesOf()).toEqual(['Photo from you']);
  const grid = screen.getByRole('button').parentElement;
  expect(Number.parseFloat(grid?.style.aspectRatio ?? '')).toBeCloseTo(16 / 9);
});

test('shows "Unavailable" in place of a photo that fails to load', () => {
  show(2);
  const [first] = screen.getAllByRole('img');
  if (first) fireEvent.error(first);
  expect(screen.getByText('Unavailable').textContent).toBe('Photo 1 of 2 from Dana: Unavailable');
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

test('opens a photo in full screen, steps by arrow keys, and restores the focus on closing', async () => {
  const { user } = show(3);
  const pressed = screen.getByRole('button', { name: 'Photo 2 of 3 from Dana' });
  await user.click(pressed);
  const dialog = await screen.findByRole('dialog', { name: 'Photos from Dana' });
  expect(dialog.textContent).toContain('2 of 3');
  fireEvent.keyDown(dialog, { key: 'ArrowRight' });
  expect(dialog.textContent).toContain('3 of 3');
  fireEvent.keyDown(dialog, { key: 'ArrowRight' });
  expect(dialog.textContent).toContain('1 of 3');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(pressed);
});
