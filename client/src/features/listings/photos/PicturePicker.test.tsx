// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../../test/render.tsx';
import { PicturePicker } from './PicturePicker.tsx';
import { usePictures } from './use-pictures.ts';

vi.mock('../../auth/use-current-user.ts', () => ({ useCurrentUser: () => ({ id: 'ann' }) }));
vi.mock('../../uploads/PhotoUploader.tsx', () => new Promise(() => undefined));

const picture = (name: string, type = 'image/png') => new File(['x'], name, { type });

function Picker(props: { withUploader?: boolean }) {
  return <PicturePicker pictures={usePictures()} error={undefined} {...props} />;
}

async function openPicker(...names: string[]) {
  const rendered = renderComponent(<Picker />);
  // Skips the `accept` filter, as a file dialog that offers all files does.
  const user = userEvent.setup({ applyAccept: false });
  const add = (...files: File[]) =>
    user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, files);
  if (names.length > 0) {
    await add(...names.map((name) => picture(name)));
    await screen.findByRole('button', { name: 'Remove photo 1' });
  }
  return { ...rendered, add };
}

const order = () => screen.getAllByRole<HTMLImageElement>('img').map(({ alt }) => alt);

test('the first photo is the cover until another is moved before it', async () => {
  const { user } = await openPicker('a.png', 'b.png', 'c.png');
  expect(order()).toEqual(['a.png', 'b.png', 'c.png']);
  const cover = () => screen.getByText('Cover').closest('li')?.querySelector('img')?.alt;
  expect(cover()).toBe('a.png');
  await user.click(screen.getByRole('button', { name: 'Move photo 2 earlier' }));
  expect(order()).toEqual(['b.png', 'a.png', 'c.png']);
  expect(cover()).toBe('b.png');
  expect(screen.getAllByRole('status')[0]?.textContent).toBe(
    'Photo moved to position 1 of 3. This is now the cover.',
  );
});

test('arrow keys move a photo, and the focus goes with it', async () => {
  const { user } = await openPicker('a.png', 'b.png', 'c.png');
  screen.getByRole('button', { name: 'Move photo 1 later' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(order()).toEqual(['b.png', 'a.png', 'c.png']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move photo 2 later');
  await user.keyboard('{ArrowRight}');
  expect(order()).toEqual(['b.png', 'c.png', 'a.png']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move photo 3 earlier');
});

test('removing a photo makes room for another', async () => {
  const { user, add } = await openPicker('a.png', 'b.png', 'c.png', 'd.png', 'e.png');
  expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove photo 2' }));
  await add(picture('f.png'));
  expect(order()).toEqual(['a.png', 'c.png', 'd.png', 'e.png', 'f.png']);
});

test('refuses more than five photos and a file that is not a photo', async () => {
  const { add } = await openPicker('a.png', 'b.png', 'c.png', 'd.png');
  await add(picture('e.png'), picture('f.png'));
  await add(picture('notes.pdf', 'application/pdf'));
  expect(order()).toEqual(['a.png', 'b.png', 'c.png', 'd.png']);
});

test('the button shows that the code of the uploader is loading', async () => {
  const { user } = renderComponent(<Picker withUploader />);
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add photos' }));
  screen.getByRole('status', { name: 'Loading' });
});
