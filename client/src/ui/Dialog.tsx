import { Modal, type ModalProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

/**
 * A modal dialog that gives the focus back to what opened it also the first time, when its code has
 * just been fetched: it remembers the focus as it opens, which has to come after it is mounted.
 */
export function Dialog({ opened, ...props }: ModalProps) {
  const isMounted = useMounted();
  return <Modal opened={opened && isMounted} {...props} />;
}
