import type { ReactNode } from 'react'
import './layout.css'

type NoticeTone = 'neutral' | 'warn' | 'stop'

export interface NoticeProps {
  tone?: NoticeTone
  icon: ReactNode
  /** `alert` interrupts a screen reader: for errors of the user's last action. */
  role?: 'alert' | 'note'
  actions?: ReactNode
  children: ReactNode
}

/** Notice about this card or page. */
export function Notice({ tone = 'neutral', icon, role, actions, children }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={role}>
      {icon}
      <div className="notice__body">{children}</div>
      {actions && <div className="notice__actions">{actions}</div>}
    </div>
  )
}

/** Text of a notice: the fact, and its meaning or remedy. */
export const NoticeWords = ({ title, body }: { title: string; body: ReactNode }) => (
  <p>
    <b>{title}</b> {body}
  </p>
)

/** Notice about the whole application, under the page header. */
export function Banner({ tone = 'neutral', icon, actions, children }: Omit<NoticeProps, 'role'>) {
  return (
    <div className={`banner banner--${tone}`} data-region="banner" tabIndex={-1}>
      {icon}
      <div className="banner__body">{children}</div>
      {actions}
    </div>
  )
}
