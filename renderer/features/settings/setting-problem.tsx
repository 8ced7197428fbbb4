import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Why a setting was not kept, where it is. */
export function SettingProblem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span className="small setting-problem" role="alert" id={id}>
      <CircleAlert className="icon" aria-hidden="true" />
      {children}
    </span>
  )
}
