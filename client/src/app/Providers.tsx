import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState, Fragment } from 'react';
import type { PageConfig } from '@marketplace/server/rendering/page';
import { createApiClient, trpc } from '../api/trpc.ts';
import { PageConfigContext } from '../config/page-config.tsx';
import { SignInProvider } from '../features/auth/SignInProvider.tsx';
import { useCurrentUser } from '../features/auth/use-current-user.ts';
import { PostListingProvider } from '../features/listings/edit/PostListingProvider.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { cssVariables, theme } from './theme.ts';

interface Props {
  config: PageConfig;
  queryClient: QueryClient;
  children: ReactNode;
}

/** Everything that pages may use through hooks; inside a router. */
export function Providers({ config, queryClient, children }: Props) {
  const [client] = useState(createApiClient);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <PageConfigContext value={config}>
            <UserBoundary>
              <SignInProvider>
                <PostListingProvider>{children}</PostListingProvider>
              </SignInProvider>
            </UserBoundary>
            <Toasts />
          </PageConfigContext>
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  );
}

/** Remounts everything once its user has left; a visitor who signs in keeps what they began. */
function UserBoundary({ children }: { children: ReactNode }) {
  const me = useCurrentUser()?.id ?? null;
  const [seen, setSeen] = useState({ me, departures: 0 });
  if (seen.me !== me) {
    setSeen({ me, departures: seen.me === null ? seen.departures : seen.departures + 1 });
  }
  return <Fragment key={seen.departures}>{children}</Fragment>;
}
