import { Container, type ContainerProps } from '@mantine/core';

/** The content column of a page: 1200 px at most, roomy above and below. */
export function PageContainer({ children, ...props }: ContainerProps) {
  return (
    <Container
      component="main"
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
