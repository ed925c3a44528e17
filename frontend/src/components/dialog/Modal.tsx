import { useLayoutEffect, useRef, type ComponentProps } from "react";

interface ModalProps extends ComponentProps<"dialog"> {
  onClose: () => void;
  /** A click on the backdrop does not close it. */
  keep?: boolean;
}

/**
 * A native dialog, shown as a modal while it is mounted: the browser keeps the focus inside and
 * restores it. Escape, and a click on the backdrop unless `keep`, call `onClose`.
 */
export function Modal({ onClose, keep = false, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect closes the dialog while it is still in the page: only then the focus goes back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      {...rest}
      ref={dialog}
      // React hands these events on to the dialogs around, of which only the upper one is meant.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // A second Escape closes whatever `cancel` answered.
      onClose={(event) => !event.currentTarget.open && onClose()}
      onPointerDown={(event) => event.target === event.currentTarget && !keep && onClose()}
    />
  );
}
