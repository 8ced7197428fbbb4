import { Lock } from 'lucide-react'
import { managedText } from '#shared/text/managed.ts'
import { Icon } from '../../design/icon.tsx'
import '../settings/sections.css'

/** Said beside a setting that an administrator fixed; its control is described by it. */
export const FixedNote = ({ id, words = managedText.fixed }: { id?: string; words?: string }) => (
  <span className="small fixed-note" id={id}>
    <Icon of={Lock} />
    {words}
  </span>
)
