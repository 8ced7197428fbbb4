import type { ComponentPropsWithRef } from 'react'

export interface ScrollAreaProps extends Omit<ComponentPropsWithRef<'div'>, 'tabIndex' | 'role'> {
  /** What it is called by who reaches it with Tab. */
  label: string
  /** `region`: worth a place among the landmarks of the page. */
  role?: 'group' | 'region'
}

/**
 * Something that scrolls when it is long. Without a stop of its own nobody without a mouse could read what is below,
 * as there is nothing inside it to go to.
 */
export function ScrollArea({ label, role = 'group', children, ...rest }: ScrollAreaProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div {...rest} role={role} aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
