/**
 * A ref callback that focuses the field of a dialog's next step. The focus fell back to the body,
 * or to the page, when the previous step was removed. While the dialog opens, its opener still has
 * the focus, and `data-autofocus` sets the first one.
 */
export function focusStep(element: HTMLElement | null): void {
  if (document.activeElement?.matches('body, main')) element?.focus({ preventScroll: true });
}
