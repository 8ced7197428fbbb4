import { CircleAlert } from 'lucide-react'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'
import './field.css'

export interface FieldProps extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'className'> {
  label: string
  /** Muted note beside the label. */
  aside?: string | undefined
  /** Line under the field. An error takes its place. */
  help?: ReactNode
  error?: string | undefined
  /** Content inside the field's edge, at the right. */
  end?: ReactNode
  /** The label is only for screen readers: the row already shows it. */
  hideLabel?: boolean
  width?: 'full' | 'number'
}

/** Text field with its label above and its help below. */
export function Field({ label, aside, help, error, end, hideLabel, width = 'full', ...input }: FieldProps) {
  const id = useId()
  const hasLine = help !== undefined || error !== undefined
  return (
    <div className={`field field--${width}`}>
      <label className={hideLabel ? 'visually-hidden' : 'field__label'} htmlFor={id}>
        {label}
        {aside !== undefined && <span className="field__aside"> {aside}</span>}
      </label>
      <div className="field__box">
        <input
          autoComplete="off"
          {...input}
          id={id}
          className="field__input"
          aria-invalid={error !== undefined || input['aria-invalid'] || undefined}
          aria-describedby={hasLine ? `${id}-help` : input['aria-describedby']}
        />
        {end}
      </div>
      {hasLine && <FieldLine id={`${id}-help`} error={error} help={help} />}
    </div>
  )
}

function FieldLine({ id, error, help }: { id: string; error: string | undefined; help: ReactNode }) {
  return error === undefined ? (
    <p className="field__help" id={id}>
      {help}
    </p>
  ) : (
    <p className="field__help field__help--error" id={id}>
      <Icon of={CircleAlert} />
      <span>{error}</span>
    </p>
  )
}
