import type { ComponentPropsWithRef } from 'react'

export interface ScrollAreaProps extends Omit<ComponentPropsWithRef<'div'>, 'tabIndex' | 'role'> {
  /** Its name for screen readers. */
  label: string
  /** `region`: listed among the landmarks of the page. */
  role?: 'group' | 'region'
}

/** Scrollable content. Its own tab stop lets the keyboard scroll it, as nothing inside takes the focus. */
export function ScrollArea({ label, role = 'group', children, ...rest }: ScrollAreaProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div {...rest} role={role} aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
