import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { AppRouter } from '@marketplace/server/router';
import { createQueryClient } from '../api/query-client.ts';
import { trpc } from '../api/trpc.ts';
import { theme } from '../app/theme.ts';
import { SignInProvider } from '../features/auth/SignInProvider.tsx';

// As long as vi.waitFor waits, in vitest.setup.ts.
configure({ asyncUtilTimeout: 15_000 });

// What the components use and this DOM does not have.
Object.assign(document, { fonts: new EventTarget() });
HTMLElement.prototype.hidePopover = () => undefined;

/** A procedure that was called, such as `messaging.setTyping`, with its input. */
interface Call {
  path: string;
  input: unknown;
}

/**
 * Renders a component within what every page provides, in a DOM without layout. There is no server:
 * `calls` collects what it would be asked, and `answers`, by the path of a procedure, is all that it says.
 */
export function renderComponent(component: ReactNode, answers: Record<string, unknown> = {}) {
  const calls: Call[] = [];
  const collect: TRPCLink<AppRouter> = () => (request) =>
    observable((observer) => {
      const { path, input } = request.op;
      calls.push({ path, input });
      if (!(path in answers)) return;
      observer.next({ result: { data: answers[path] } });
      observer.complete();
    });
  const client = trpc.createClient({ links: [collect] });
  const queryClient = createQueryClient();
  const { rerender, unmount } = render(component, {
    wrapper: ({ children }) => (
      <MantineProvider theme={theme} env="test">
        <trpc.Provider client={client} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <MemoryRouter>
              <SignInProvider>{children}</SignInProvider>
            </MemoryRouter>
          </QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    ),
  });
  return { calls, user: userEvent.setup(), rerender, unmount };
}
