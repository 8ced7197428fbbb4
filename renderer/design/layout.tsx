import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Button } from './button.tsx'
import './layout.css'

export interface CalmProps {
  icon: LucideIcon
  title: string
  role?: 'alert'
  actions?: ReactNode
  children: ReactNode
}

/** Page with a single message, such as an empty list or data that cannot be opened. */
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

type NoticeTone = 'neutral' | 'warn' | 'stop'

export interface NoticeProps {
  tone?: NoticeTone
  icon: ReactNode
  /** `alert` interrupts a screen reader. It is for errors of the user's last action. */
  role?: 'alert' | 'note'
  actions?: ReactNode
  children: ReactNode
}

/** Notice about a card or page. */
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

export interface TransferBarProps {
  label: string
  progress: { loaded: number; total: number | null }
  cancelLabel: string
  onCancel: () => void
}

/** Progress of an upload or download, with a cancel button. */
export function TransferBar({ label, progress, cancelLabel, onCancel }: TransferBarProps) {
  const known = progress.total === null ? {} : { value: progress.loaded, max: progress.total }
  return (
    <div className="notice transfer" role="status">
      <span>{label}</span>
      <progress aria-label={label} {...known} />
      <Button size="low" onClick={onCancel}>
        {cancelLabel}
      </Button>
    </div>
  )
}

export interface ScrollAreaProps extends Omit<ComponentPropsWithRef<'div'>, 'tabIndex' | 'role'> {
  /** Name for screen readers. */
  label: string
  /** `region` lists the area among the landmarks of the page. */
  role?: 'group' | 'region'
}

/** Scrollable content without controls. It is a tab stop, so that the keyboard can scroll it. */
export function ScrollArea({ label, role = 'group', children, ...rest }: ScrollAreaProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div {...rest} role={role} aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
