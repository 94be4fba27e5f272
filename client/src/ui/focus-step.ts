/**
 * A ref callback that focuses the field of a dialog's next step, since removing the previous step
 * moved the focus to the body or to the page. While a dialog opens, its opener still has the focus,
 * and `data-autofocus` chooses the first field.
 */
export function focusStep(element: HTMLElement | null): void {
  if (document.activeElement?.matches('body, main')) element?.focus({ preventScroll: true });
}
