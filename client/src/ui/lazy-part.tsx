import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type Toast, toast } from './toast.ts';

interface PartProps {
  /** Of a dialog: its code is fetched when it first opens. */
  opened?: boolean;
  onClose?: () => void;
  /** Shown until the code is there. */
  fallback?: ReactNode;
}

/** Said when code could not be fetched. */
export const notLoaded: Toast = {
  title: "We couldn't load this",
  message: 'Check your connection and try again, or reload the page.',
  kind: 'error',
};

/**
 * A part of a page whose code is fetched when it first shows. Unlike React.lazy it takes nothing down
 * where that fails: it says so, closes if it is a dialog, and tries again the next time it is wanted,
 * or when the connection is back.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & PartProps> {
  let Loaded: ComponentType<Props> | undefined;
  return function LazyPart({ fallback = null, ...props }: Props & PartProps) {
    const { opened, onClose } = props as PartProps;
    const [, setLoaded] = useState(Loaded !== undefined);
    // A dialog is mounted when it first opens, and stays so that it can close with a transition.
    const [wanted, setWanted] = useState(opened !== false);
    if (opened && !wanted) setWanted(true);
    const onFailed = useEffectEvent(() => {
      toast(notLoaded);
      onClose?.();
    });
    useEffect(() => {
      if (Loaded || opened === false) return;
      let gone = false;
      const fetchCode = async () => {
        try {
          Loaded = await load();
          if (!gone) setLoaded(true);
        } catch {
          if (!gone) onFailed();
        }
      };
      void fetchCode();
      const retry = () => void (Loaded ?? fetchCode());
      window.addEventListener('online', retry);
      return () => {
        gone = true;
        window.removeEventListener('online', retry);
      };
    }, [opened]);
    return Loaded && wanted ? <Loaded {...(props as Props)} /> : fallback;
  };
}
