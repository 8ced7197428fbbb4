import { Copy, MessageSquareText } from 'lucide-react'
import { dateTime } from '#shared/domain/age.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { assignedText as text } from '#shared/text/app-procedure.ts'
import { plateMessage } from '#shared/text/incident-message.ts'
import { Button } from '../../design/button.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { Plate } from '../../design/plate.tsx'
import { copyText } from '../resources/copy-text.ts'
import './assigned-plate.css'

export interface AssignedPlateProps {
  vrm: string
  vin: string
  /** When it was assigned, as far as is known. */
  at: number
  demo: boolean
  singleKeys: boolean
  onCopy: () => void
}

/** What everybody was waiting for: large, and copied with one key. */
export function AssignedPlate({ vrm, vin, at, demo, singleKeys, onCopy }: AssignedPlateProps) {
  return (
    <section className="assigned">
      <Plate vrm={vrm} size="xl" />
      <div className="assigned__words">
        <h2>{text.title}</h2>
        <p className="small second">{text.line(dateTime(at), vin && displayVin(vin))}</p>
        <div className="assigned__ways">
          <Button
            tone="primary"
            size="low"
            icon={<Copy className="icon" aria-hidden="true" />}
            shortcut={singleKeys && <Kbd>M</Kbd>}
            aria-keyshortcuts={singleKeys ? 'M' : undefined}
            onClick={onCopy}
          >
            {text.copy}
          </Button>
          <Button
            size="low"
            icon={<MessageSquareText className="icon" aria-hidden="true" />}
            onClick={() => void copyText(plateMessage(vrm, demo), text.told)}
          >
            {text.tell}
          </Button>
        </div>
      </div>
    </section>
  )
}
