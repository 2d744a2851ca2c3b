// SPDX-License-Identifier: Apache-2.0
import { useEffect, useId, useRef, type ReactNode } from 'react';

interface ModalProps {
  title: string;
  close: () => void;
  children: ReactNode;
  footer: ReactNode;
  size?: 'large' | 'small';
}

/** The browser's own dialog: it keeps the focus inside, gives it back, and closes on Escape. */
export function Modal({ title, close, children, footer, size = 'large' }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const top = useRef<HTMLHeadingElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    top.current?.focus();
    return () => {
      element?.close();
      // What it was opened by may be gone with the page before.
      if (document.activeElement === document.body) {
        document.querySelector('main')?.focus({ preventScroll: true });
      }
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`modal modal-${size}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <div className="modal-head">
        <h2 id={heading} ref={top} tabIndex={-1}>{title}</h2>
        <button type="button" className="quiet" aria-label="Close" onClick={close}>✕</button>
      </div>
      <div className="modal-body">{children}</div>
      <div className="modal-foot">{footer}</div>
    </dialog>
  );
}
