import { Box, Group, Text } from '@mantine/core';
import type { PropsWithChildren } from 'react';

type Props = PropsWithChildren<{ title?: string; state?: string | false; isGood?: boolean }>;

/** The frame of a timeline card. The first line has the title and, on the right, the state. */
export function StepCard({ title, state, isGood, children }: Props) {
  return (
    <Box w="100%" p="12px 16px 14px" bd="1px solid var(--line)" bdrs="xl" bg="var(--raised)">
      {title && (
        <Group component="p" c="dimmed" fz="xs" lh={1.4} {...head}>
          <span>{title}</span>
          {state && (
            <Text span inherit fw={600} c={`var(--mantine-color-${isGood ? 'anchor' : 'text'})`}>
              {state}
            </Text>
          )}
        </Group>
      )}
      {children}
    </Box>
  );
}

const head = { m: 0, gap: 8, wrap: 'nowrap', justify: 'space-between', align: 'stretch' } as const;

/** The look of the line with a card's subject, such as the time of a meetup. */
export const mainLine = { fz: 'lg', fw: 650, lh: 1.35 };

/** Shows text that a person typed, with its line breaks. */
export function Written({ text }: { text: string }) {
  return (
    <Text dir="auto" className="as-typed" ta="left">
      {text}
    </Text>
  );
}
