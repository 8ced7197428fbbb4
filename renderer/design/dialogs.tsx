import {
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { pairingWordsText } from '#shared/text/frame.ts'
import { Button, type ButtonProps, CommitButton } from './button.tsx'
import { dialogOpened, LayerContext, useNewLayer } from './layers.ts'
import './layout.css'

export interface DialogProps {
  label: string
  role?: 'dialog' | 'alertdialog'
  variant?: 'plain' | 'palette' | 'wide' | 'full'
  describedBy?: string
  /** True if a click outside closes the dialog. Use false for a decision, and for a form with typed text. */
  dismissable?: boolean
  /**
   * False to mount the dialog before it opens, so that it opens without delay. By default the dialog opens on mount.
   */
  open?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * Modal dialog, built on the browser's `<dialog>`. The rest of the page is inert. The dialog traps the focus, closes
 * on Esc and restores the focus.
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
  /**
   * Target of the last press since the dialog opened. A text selection that begins inside and ends outside must not
   * close it.
   */
  const pressed = useRef<EventTarget | null>(null)
  /** Focused element before the dialog opened. */
  const before = useRef<Element | null>(null)

  // In the commit, so that a letter typed right after it does not go to the page behind.
  useLayoutEffect(() => {
    if (!open) return
    const dialog = element.current
    before.current = document.activeElement
    pressed.current = null
    dialog?.showModal()
    // An accidental Enter then presses the safe button.
    dialog?.querySelector<HTMLElement>('[data-safe]')?.focus()
  }, [open])
  // After the commit that closes it, which may remove the element that had the focus.
  useEffect(() => {
    if (!open) return
    const dialog = element.current
    const closed = dialog && dialogOpened(dialog)
    return () => {
      closed?.()
      dialog?.close()
      // The browser does not restore the focus of an unmounted dialog.
      if (before.current instanceof HTMLElement && before.current.isConnected)
        before.current.focus({ preventScroll: true })
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
        // The browser would move the focus from the first field to the target of this press.
        if (isOfOpening(event)) event.preventDefault()
        else pressed.current = event.target
      }}
      onClickCapture={(event) => {
        if (!isOfOpening(event)) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onClick={(event) => {
        // A press on the backdrop has the dialog element as its target.
        const isOutside = event.target === element.current && pressed.current === element.current
        if (isOutside && dismissable) onClose()
      }}
    >
      <LayerContext value={layer}>{children}</LayerContext>
    </dialog>
  )
}

export interface TitledDialogProps extends Omit<DialogProps, 'label'> {
  title: string
  /** First line, if it is more than the title. */
  head?: ReactNode
  /** True for a list that fills the dialog to its edges and scrolls inside. */
  fills?: boolean
  /** Buttons at the foot. */
  actions: ReactNode
  /** If present, the fields are a form, which Enter submits. */
  onSubmit?: (() => unknown) | undefined
  form?: Ref<HTMLFormElement> | undefined
}

/** Dialog with a title, content and buttons. */
export function TitledDialog(props: TitledDialogProps) {
  const {
    title,
    head = <h2>{title}</h2>,
    fills = false,
    actions,
    onSubmit,
    form,
    children,
    ...dialog
  } = props
  const parts = (
    <>
      <div className={fills ? 'dialog__fill' : 'dialog__body'}>
        {head}
        {children}
      </div>
      <div className="dialog__actions">{actions}</div>
    </>
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <Dialog label={title} {...dialog}>
      {onSubmit ? (
        <form ref={form} className="dialog__form" noValidate onSubmit={submit}>
          {parts}
        </form>
      ) : (
        parts
      )}
    </Dialog>
  )
}

export interface FormDialogProps extends Pick<
  TitledDialogProps,
  'title' | 'variant' | 'dismissable' | 'form' | 'onClose' | 'children' | 'describedBy'
> {
  cancel: string
  cancelTone?: ButtonProps['tone']
  submit: string
  /** True while the form is being sent, or while it cannot be sent. */
  disabled?: boolean
  /** Content at the opposite end of the row of buttons. */
  start?: ReactNode
  onSubmit: () => unknown
}

/** Dialog with a few fields. A click outside closes the dialog only if no typed text is lost. */
export function FormDialog(props: FormDialogProps) {
  const { cancel, cancelTone = 'plain', submit, disabled, start, dismissable = false, ...dialog } = props
  return (
    <TitledDialog
      {...dialog}
      dismissable={dismissable}
      actions={
        <>
          {start && <span className="dialog__start">{start}</span>}
          <Button tone={cancelTone} onClick={dialog.onClose}>
            {cancel}
          </Button>
          <Button tone="primary" type="submit" disabled={disabled}>
            {submit}
          </Button>
        </>
      }
    />
  )
}

export interface ConfirmDialogProps {
  title: string
  /** Explanation, announced to screen readers with the title. */
  body: ReactNode
  /** Object of the action, shown before the explanation. */
  about?: ReactNode
  /** Further choices or information. */
  children?: ReactNode
  /** Label of the safe button. */
  keep: string
  submit: string
  /** Present meaning of a press, if the label does not tell all of it. */
  meaning?: string
  busy?: boolean
  onSubmit: () => unknown
  onClose: () => void
}

/**
 * Confirmation before an action that spends, sends, erases or cannot be undone. The safe button comes first and has
 * the focus, so that an accidental Enter does nothing. The other button ignores presses that began before its present
 * meaning.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, body, about, children, keep, submit, meaning = submit, busy, onSubmit, onClose } = props
  const id = useId()
  return (
    <TitledDialog
      title={title}
      role="alertdialog"
      describedBy={id}
      onClose={onClose}
      actions={
        <>
          <Button data-safe onClick={onClose}>
            {keep}
          </Button>
          <CommitButton tone="danger" meaning={meaning} disabled={busy} onClick={() => void onSubmit()}>
            {submit}
          </CommitButton>
        </>
      }
    >
      {about}
      <p className="second" id={id}>
        {body}
      </p>
      {children}
    </TitledDialog>
  )
}

/**
 * Words to compare with the words on another screen, large enough to be read aloud across a desk. They take the focus
 * when the dialog opens. A screen reader then reads them, and an accidental Enter answers nothing.
 */
export const ThreeWords = ({ words }: { words: readonly string[] }) => (
  <ol className="three-words" aria-label={pairingWordsText} tabIndex={-1} data-safe>
    {words.map((word, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- two may be the same word, and their order never changes
      <li key={index}>{word}</li>
    ))}
  </ol>
)
