import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { factorNeed } from './factor-need.ts';

type ConfirmThen = (error: unknown, repeat: () => void) => boolean;

const ConfirmationContext = createContext<ConfirmThen>(() => false);

const ConfirmFactorDialog = lazyPart(
  async () => (await import('./ConfirmFactorDialog.tsx')).ConfirmFactorDialog,
);

/**
 * Returns the function for the `onError` of calls that may need a second factor. It returns true if
 * the call was refused for that: it then asks for the factor and calls `repeat`.
 */
export function useConfirmation(): ConfirmThen {
  return use(ConfirmationContext);
}

/** Renders the only dialog that confirms calls inside it. */
export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const [{ repeat }, setRefused] = useState({ repeat: () => undefined as void });
  const confirmThen = useCallback<ConfirmThen>((error, again) => {
    if (factorNeed(error)?.need !== 'CONFIRM') return false;
    setRefused({ repeat: again });
    setOpened(true);
    return true;
  }, []);
  return (
    <ConfirmationContext value={confirmThen}>
      {children}
      <ConfirmFactorDialog
        opened={opened}
        onClose={() => setOpened(false)}
        onConfirmed={() => {
          setOpened(false);
          repeat();
        }}
      />
    </ConfirmationContext>
  );
}
