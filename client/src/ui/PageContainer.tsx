import { Container, type ContainerProps, Skeleton, Stack } from '@mantine/core';

/** The content column of a page: 1200 px at most, roomy above and below. */
export function PageContainer({ children, ...props }: ContainerProps) {
  return (
    <Container
      component="main"
      ref={keepFocus}
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

/** What comes in place of a focused page, as the page itself after its placeholder, has the focus too. */
function keepFocus(main: HTMLElement | null) {
  if (wasFocused && document.activeElement === document.body) main?.focus({ preventScroll: true });
  wasFocused = false;
  return () => {
    wasFocused = document.activeElement === main;
  };
}

/** Stands for a page whose code or data is on its way. */
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
