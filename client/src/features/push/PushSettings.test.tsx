// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderComponent } from '../../test/render.tsx';
import { PushOffer } from './PushOffer.tsx';
import { PushSettings } from './PushSettings.tsx';

function onBrowser(userAgent: string) {
  const spy = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  onTestFinished(() => spy.mockRestore());
}

test('explains that the browser has no notifications, and sends no request', () => {
  onBrowser('Mozilla/5.0 (X11; Linux x86_64)');
  const { calls } = renderComponent(<PushSettings />);
  expect(screen.getByText("This browser can't show notifications.")).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(calls).toEqual([]);
});

test('explains on an iPhone that the site has to be on the home screen', () => {
  onBrowser('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
  renderComponent(<PushSettings />);
  expect(screen.getByText(/Add to Home Screen/)).toBeTruthy();
});

test('offers nothing if the browser has no notifications', () => {
  renderComponent(<PushOffer after="search" text="Get notified?" />);
  expect(screen.queryByText('Get notified?')).toBeNull();
});
