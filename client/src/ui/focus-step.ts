/**
 * A ref callback that focuses the field of a dialog's next step. Removing the previous step moved
 * the focus to the body or to the page. While the dialog opens, its opener has the focus, and
 * `data-autofocus` sets the first one.
 */
export function focusStep(element: HTMLElement | null): void {
  if (document.activeElement?.matches('body, main')) element?.focus({ preventScroll: true });
}
