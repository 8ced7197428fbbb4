import { Copy, MessageSquareText } from 'lucide-react'
import { dateTime } from '#shared/domain/age.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { assignedText as text } from '#shared/text/app-procedure.ts'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import './assigned-plate.css'

export interface AssignedPlateProps {
  vrm: string
  vin: string
  /** Time of assignment, as far as is known. */
  at: number
  onCopy: () => void
  onTell: () => void
}

/** The newly assigned plate: large, and copied with one key. */
export function AssignedPlate({ vrm, vin, at, onCopy, onTell }: AssignedPlateProps) {
  const hint = useKeyHint()
  return (
    <section className="assigned">
      <Plate vrm={vrm} size="xl" />
      <div className="assigned__words">
        <h2>{text.title}</h2>
        <p className="small second">{text.line(dateTime(at), vin && displayVin(vin))}</p>
        <div className="assigned__ways">
          <Button tone="primary" size="low" icon={Copy} {...hint('resource.copy-plate')} onClick={onCopy}>
            {text.copy}
          </Button>
          <Button size="low" icon={MessageSquareText} onClick={onTell}>
            {text.tell}
          </Button>
        </div>
      </div>
    </section>
  )
}
