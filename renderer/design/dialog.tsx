import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { LayerContext, useNewLayer } from './layer.ts'
import { dialogOpened } from './top-dialog.ts'
import './dialog.css'

export interface DialogProps {
  label: string
  role?: 'dialog' | 'alertdialog'
  variant?: 'plain' | 'palette' | 'wide' | 'full'
  describedBy?: string
  /** A click outside closes it. Never for a decision, nor a form with typed text. */
  dismissable?: boolean
  /** Mounted ahead while false, so that it opens at once. By default, mounted means open. */
  open?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * Modal dialog over the browser's own: makes the rest inert, traps the focus, closes with Esc and restores the focus.
 */
export function Dialog({
  label,
  role = 'dialog',
  variant = 'plain',
  describedBy,
  dismissable = role === 'dialog',
  open = true,
  onClose,
  children,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const layer = useNewLayer(open)
  /** Where the pointer was pressed since it opened: text selected from inside and let go outside closes nothing. */
  const pressed = useRef<EventTarget | null>(null)

  useEffect(() => {
    if (!open) return
    const dialog = element.current
    const before = document.activeElement
    pressed.current = null
    dialog?.showModal()
    const closed = dialog && dialogOpened(dialog)
    // Enter by reflex presses the safe button.
    dialog?.querySelector<HTMLElement>('[data-safe]')?.focus()
    return () => {
      closed?.()
      dialog?.close()
      // An unmounted dialog restores no focus by itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [open])

  /** True for the second press of a double click whose first press opened this dialog. */
  const isOfOpening = ({ detail }: MouseEvent) => detail > 1 && pressed.current === null

  return (
    <dialog
      ref={element}
      className={`dialog dialog--${variant}`}
      role={role}
      aria-label={label}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        // The browser would move the focus from the first field to the place of this press.
        if (isOfOpening(event)) event.preventDefault()
        else pressed.current = event.target
      }}
      onClickCapture={(event) => {
        if (!isOfOpening(event)) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onClick={(event) => {
        // The backdrop belongs to the dialog element itself.
        const isOutside = event.target === element.current && pressed.current === element.current
        if (isOutside && dismissable) onClose()
      }}
    >
      <LayerContext value={layer}>{children}</LayerContext>
    </dialog>
  )
}
