import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#renderer/design/icon.tsx'
import './pages.css'

export interface MissingProps {
  icon: LucideIcon
  title: string
  meaning: ReactNode
  children?: ReactNode
}

/** What is missing, why, and what to do. */
export function Missing({ icon, title, meaning, children }: MissingProps) {
  return (
    <section className="gate" aria-label={title}>
      <div className="gate__words">
        <Icon of={icon} className="gate__icon" />
        <div role="status">
          <h2 className="gate__title">{title}</h2>
          <div className="gate__meaning small second">{meaning}</div>
        </div>
      </div>
      {children && <div className="gate__actions">{children}</div>}
    </section>
  )
}

export function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="gate__steps">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
