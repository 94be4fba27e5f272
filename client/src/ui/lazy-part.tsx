import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type Toast, toast } from './toast.ts';

interface PartProps {
  /** For a dialog: its code loads when it first opens. */
  opened?: boolean;
  onClose?: () => void;
  fallback?: ReactNode;
}

/** The toast for code that failed to load. */
export const loadFailedToast: Toast = {
  title: "We couldn't load this",
  message: 'Check your connection and try again, or reload the page.',
  kind: 'error',
};

/**
 * Returns a component whose code loads when it first renders. Unlike with React.lazy, a failure
 * does not take down the page: it shows a toast, closes the part if it is a dialog, and retries the
 * next time the part is needed or when the connection is back.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & PartProps> {
  let Loaded: ComponentType<Props> | undefined;
  return function LazyPart({ fallback = null, ...props }: Props & PartProps) {
    const { opened, onClose } = props as PartProps;
    const [, setLoaded] = useState(Loaded !== undefined);
    // A dialog mounts when it first opens, and stays mounted so that it can animate its closing.
    const [wanted, setWanted] = useState(opened !== false);
    if (opened && !wanted) setWanted(true);
    const onFailed = useEffectEvent(() => {
      toast(loadFailedToast);
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
