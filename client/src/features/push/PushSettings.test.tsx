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

test('a browser that has no notifications says so, and asks the server nothing', () => {
  onBrowser('Mozilla/5.0 (X11; Linux x86_64)');
  const { calls } = renderComponent(<PushSettings />);
  expect(screen.getByText("This browser can't show notifications.")).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(calls).toEqual([]);
});

test('an iPhone says that the site has to be on the home screen', () => {
  onBrowser('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
  renderComponent(<PushSettings />);
  expect(screen.getByText(/Add to Home Screen/)).toBeTruthy();
});

test('nothing is offered that cannot be had', () => {
  renderComponent(<PushOffer after="search" text="Get notified?" />);
  expect(screen.queryByText('Get notified?')).toBeNull();
});
