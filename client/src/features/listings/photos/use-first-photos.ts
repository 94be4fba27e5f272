import { useEffect, useEffectEvent } from 'react';
import { imageInputTypes } from '@marketplace/shared/media/constants';
import type { Pictures } from './use-pictures.ts';

/**
 * Opens the phone's photo picker along with an `opened` form that has no photos yet. Closing the
 * picker leaves the form. Only touch devices do this, since it would take the focus from keyboard
 * and screen reader users, and only after a tap, because browsers refuse it otherwise.
 */
export function useFirstPhotos(pictures: Pictures, opened: boolean): void {
  const offer = useEffectEvent(() => {
    const isTouch = window.matchMedia('(pointer: coarse)').matches;
    if (isTouch && navigator.userActivation.isActive && pictures.pictures.length === 0) {
      openPicker(pictures.add);
    }
  });
  const { isRestored } = pictures;
  useEffect(() => {
    if (opened && isRestored) offer();
  }, [opened, isRestored]);
}

function openPicker(onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, hidden: true });
  input.accept = imageInputTypes.join(',');
  input.addEventListener('change', () => {
    onFiles([...(input.files ?? [])]);
    input.remove();
  });
  input.addEventListener('cancel', () => input.remove());
  // Safari forgets an input outside the document.
  document.body.append(input);
  input.click();
}
