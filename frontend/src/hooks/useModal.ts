import { useLayoutEffect, type RefObject } from "react";
import { useLatest } from "./useLatest";

/**
 * Shows a native dialog as a modal while its component is mounted. Escape, and a click on the backdrop
 * unless `keep`, call `onClose`; the browser keeps the focus inside and restores it.
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  onClose: () => void,
  keep = false,
): void {
  const close = useLatest(onClose);
  // A layout effect closes the dialog while it is still in the page: only then the focus goes back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const cancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    const press = (event: MouseEvent) => {
      if (event.target === element && !keep) close.current();
    };
    // A second Escape closes whatever `cancel` answered.
    const closed = () => {
      if (!element.open) close.current();
    };
    element.addEventListener("cancel", cancel);
    element.addEventListener("pointerdown", press);
    element.addEventListener("close", closed);
    element.showModal();
    return () => {
      element.removeEventListener("cancel", cancel);
      element.removeEventListener("pointerdown", press);
      element.removeEventListener("close", closed);
      element.close();
    };
  }, [dialog, keep, close]);
}
