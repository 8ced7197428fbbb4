import type { FormEvent, ReactNode, Ref } from 'react'
import { Dialog, type DialogProps } from './dialog.tsx'

export interface TitledDialogProps extends Omit<DialogProps, 'label'> {
  title: string
  /** The buttons, at its foot. */
  actions: ReactNode
  /** Its fields are a form, which Enter sends. */
  onSubmit?: (() => unknown) | undefined
  form?: Ref<HTMLFormElement> | undefined
}

/** A dialog as most are: a title, what there is to read or fill in, and its buttons under it. */
export function TitledDialog({ title, actions, onSubmit, form, children, ...dialog }: TitledDialogProps) {
  const parts = (
    <>
      <div className="dialog__body">
        <h2>{title}</h2>
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
