/**
 * A ref for the field of a dialog's further step: gives it the focus that went with the step before, to
 * the body or to a page that came meanwhile. As the dialog opens, what opened it still has the focus, and
 * `data-autofocus` says where it goes.
 */
export function focusStep(element: HTMLElement | null): void {
  if (document.activeElement?.matches('body, main')) element?.focus({ preventScroll: true });
}
