import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './layout.css'

export interface CalmProps {
  icon: LucideIcon
  title: string
  role?: 'alert'
  actions?: ReactNode
  children: ReactNode
}

/** Page with a single message: an empty list, a section to come, data that does not open. */
export function Calm({ icon: Drawing, title, role, actions, children }: CalmProps) {
  return (
    <div className="calm" role={role}>
      <Drawing aria-hidden="true" />
      <h2>{title}</h2>
      <div className="calm__body">{children}</div>
      {actions && <div className="calm__actions">{actions}</div>}
    </div>
  )
}
