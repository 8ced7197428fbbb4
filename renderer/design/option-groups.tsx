import { Fragment, type HTMLAttributes, type ReactNode } from 'react'
import './options.css'

export interface OptionGroupsProps<O> {
  label: string
  groups: readonly { title: string; options: readonly O[] }[]
  /** Of the list: `useCombobox`'s `list`. */
  as: HTMLAttributes<HTMLElement>
  idOf: (option: O) => string
  children: (option: O) => ReactNode
}

/** Options of a combobox, in groups with a title. The focus stays in its field. */
export function OptionGroups<O>({ label, groups, as, idOf, children }: OptionGroupsProps<O>) {
  return (
    <div className="options" {...as} aria-label={label}>
      {groups.map(({ title, options }) => (
        <div key={title} role="group" aria-label={title}>
          <div className="options__group" aria-hidden="true">
            {title}
          </div>
          {options.map((option) => (
            <Fragment key={idOf(option)}>{children(option)}</Fragment>
          ))}
        </div>
      ))}
    </div>
  )
}
