import { UnstyledButton } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import classes from './NewMessagesPill.module.css';

interface Props {
  /** Messages that came while the reader was further up. */
  count: number;
  onClick: () => void;
}

/** Leads back to the newest message from further up. */
export function NewMessagesPill({ count, onClick }: Props) {
  const text = count === 1 ? '1 new message' : `${count} new messages`;
  return (
    <UnstyledButton
      className={classes.pill}
      data-new={count > 0 || undefined}
      aria-label={count > 0 ? undefined : 'To the newest message'}
      title={count > 0 ? undefined : 'To the newest message'}
      onClick={onClick}
    >
      {count > 0 && text}
      <IconArrowDown size={18} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}
