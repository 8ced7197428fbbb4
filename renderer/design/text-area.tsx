import { type ComponentPropsWithRef, useId } from 'react'
import './field.css'

export interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className'> {
  label: string
  /** Muted note beside the label. */
  aside?: string
}

/** Text of several lines, with its label above. */
export function TextArea({ label, aside, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
        {aside !== undefined && <span className="field__aside figures"> {aside}</span>}
      </label>
      <div className="field__box text-area">
        <textarea {...area} id={id} className="field__input" />
      </div>
    </div>
  )
}
