import { CircleAlert } from 'lucide-react'
import { Icon } from '../../design/icon.tsx'
import type { ReactNode } from 'react'

/** Reason why a setting was not saved, beside it. */
export function SettingProblem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span className="small setting-problem" role="alert" id={id}>
      <Icon of={CircleAlert} />
      {children}
    </span>
  )
}
