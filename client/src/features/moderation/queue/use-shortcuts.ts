import { useHotkeys } from '@mantine/hooks';

interface Shortcuts {
  enabled: boolean;
  /** Before what each key but help does. */
  onAny: () => void;
  /** One case on, or back. */
  onStep: (by: 1 | -1) => void;
  onClaim: () => void;
  /** D, F, X, W or R. */
  onDecide: (hotkey: string) => void;
  onUndo: () => void;
  onHelp: () => void;
}

/** The keys of the queue; none of them works while something is typed or a dialog is open. */
export function useShortcuts({ enabled, ...on }: Shortcuts): void {
  const when = (act: () => void) => () => {
    if (enabled && !document.querySelector('[role="dialog"]')) act();
  };
  const inQueue = (act: () => void) =>
    when(() => {
      on.onAny();
      act();
    });
  useHotkeys([
    ['J', inQueue(() => on.onStep(1))],
    ['K', inQueue(() => on.onStep(-1))],
    ['C', inQueue(on.onClaim)],
    ...['D', 'F', 'X', 'W', 'R'].map((key): [string, () => void] => [
      key,
      inQueue(() => on.onDecide(key)),
    ]),
    ['U', inQueue(on.onUndo)],
    ['shift+?', when(on.onHelp)],
  ]);
}
