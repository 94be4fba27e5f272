import { Container, type ContainerProps, Skeleton, Stack } from '@mantine/core';

/** The content column of a page, at most 1200 px wide. */
export function PageContainer({ children, ...props }: ContainerProps) {
  return (
    <Container
      component="main"
      ref={restoreFocus}
      id="content"
      tabIndex={-1}
      size={1248}
      w="100%"
      px={{ base: 16, sm: 24 }}
      py={{ base: 20, sm: 32 }}
      {...props}
    >
      {children}
    </Container>
  );
}

let wasFocused = false;

/** Moves the focus to what replaces a focused page, such as the page after its skeleton. */
function restoreFocus(main: HTMLElement | null) {
  if (wasFocused && document.activeElement === document.body) main?.focus({ preventScroll: true });
  wasFocused = false;
  return () => {
    wasFocused = document.activeElement === main;
  };
}

/** The placeholder of a page whose code or data is loading. */
export function PageSkeleton() {
  return (
    <PageContainer aria-busy="true" mih="70vh">
      <noscript>
        <p>This page needs JavaScript.</p>
      </noscript>
      <Stack>
        <Skeleton height={34} width="min(320px, 70%)" />
        <Skeleton height={18} width="min(480px, 90%)" />
        <Skeleton height={280} mt="md" />
      </Stack>
    </PageContainer>
  );
}
