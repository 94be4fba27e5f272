// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useKeyboardInset } from './ListingSteps.tsx';

it('measures what the keyboard of a phone covers, and is 0 on a zoomed page', () => {
  const view = Object.assign(new EventTarget(), {
    height: window.innerHeight,
    offsetTop: 0,
    scale: 1,
  });
  Object.assign(window, { visualViewport: view });
  const { result } = renderHook(useKeyboardInset);
  const become = (changed: Partial<typeof view>) =>
    act(() => {
      Object.assign(view, changed);
      view.dispatchEvent(new Event('resize'));
    });
  expect(result.current).toBe(0);
  become({ height: window.innerHeight - 300 });
  expect(result.current).toBe(300);
  become({ offsetTop: 120 });
  expect(result.current).toBe(180);
  become({ scale: 2 });
  expect(result.current).toBe(0);
});
