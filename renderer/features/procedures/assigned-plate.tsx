import { Copy, MessageSquareText } from 'lucide-react'
import { dateTime } from '#shared/domain/age.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { assignedText as text } from '#shared/text/app-procedure.ts'
import { plateMessage } from '#shared/text/incident-message.ts'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { copyText } from '../resources/copy-text.ts'
import './assigned-plate.css'

export interface AssignedPlateProps {
  vrm: string
  vin: string
  /** Time of assignment, as far as is known. */
  at: number
  demo: boolean
  onCopy: () => void
}

/** The newly assigned plate: large, and copied with one key. */
export function AssignedPlate({ vrm, vin, at, demo, onCopy }: AssignedPlateProps) {
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
          <Button
            size="low"
            icon={MessageSquareText}
            onClick={() => void copyText(plateMessage(vrm, demo), text.told)}
          >
            {text.tell}
          </Button>
        </div>
      </div>
    </section>
  )
}
