import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

interface Props {
  opened: boolean;
  target: RefObject<HTMLButtonElement | null>;
  text: string;
}

/** The tooltip that says why the button does nothing. */
export function DescribeReason({ opened, target, text }: Props) {
  return <Tooltip opened={opened} target={target} label={text} multiline maw={260} />;
}
