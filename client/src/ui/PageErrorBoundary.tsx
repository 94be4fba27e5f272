import { Component, type ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { PageContainer } from './PageContainer.tsx';

interface Props {
  children: ReactNode;
}

/** Keeps the frame standing when a page fails or its code cannot be fetched; to try again is to reload. */
export class PageErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <PageContainer>
        <ErrorState title="This page could not be shown" onRetry={() => window.location.reload()} />
      </PageContainer>
    );
  }
}
