import type { FormEvent, ReactNode, Ref } from 'react'
import { Dialog, type DialogProps } from './dialog.tsx'

export interface TitledDialogProps extends Omit<DialogProps, 'label'> {
  title: string
  /** Its first line, where that is more than the title. */
  head?: ReactNode
  /** A list fills it to its edges and scrolls by itself. */
  fills?: boolean
  /** The buttons, at its foot. */
  actions: ReactNode
  /** Makes its fields a form, which Enter submits. */
  onSubmit?: (() => unknown) | undefined
  form?: Ref<HTMLFormElement> | undefined
}

/** A dialog as most are: a title, what there is to read or fill in, and its buttons under it. */
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
