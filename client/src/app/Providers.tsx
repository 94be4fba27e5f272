import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PageConfig } from '@marketplace/server/rendering/page';
import { createApiClient, trpc } from '../api/trpc.ts';
import { PostListingProvider } from '../features/listings/PostListingProvider.tsx';
import { SignInProvider } from '../features/auth/SignInProvider.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { PageConfigContext } from '../config/page-config.tsx';
import { cssVariables, theme } from './theme.ts';
import { UserBoundary } from './UserBoundary.tsx';

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
