import {
  AlarmClock,
  Archive,
  AtSign,
  Bell,
  CalendarClock,
  FileCheck,
  FileInput,
  Hourglass,
  Leaf,
  type LucideIcon,
  Signature,
} from 'lucide-react'
import { isOfDraft, LEGAL_ALERT, NOTE_MENTION } from '#shared/domain/notifications.ts'
import { incidentLevel } from '#shared/text/incidents.ts'
import { Icon } from './icon.tsx'
import { Sign, type SignKind } from './sign.tsx'
import { StateGlyph } from './state-glyph.tsx'

export interface ChangeGlyphProps {
  change: { event: string; status?: string | undefined; detail: Readonly<Record<string, unknown>> }
  /** True in lists of mixed changes. A signature then has its own glyph instead of the glyph of its state. */
  mixed?: boolean
}

const OUTCOMES: Readonly<Record<string, SignKind>> = {
  transferable: 'ok',
  with_alerts: 'warn',
  not_transferable: 'stop',
}

/** Glyph of a kind of change, 16 px. Screen readers skip the glyph, because words are always beside it. */
export function ChangeGlyph({ change: { event, status, detail }, mixed = false }: ChangeGlyphProps) {
  if (event === 'procedure.plate_assigned') return <StateGlyph state="DONE" />
  if (event === 'procedure.incident.added')
    return (
      <StateGlyph
        state={
          incidentLevel(String(detail['level'] ?? ''), String(detail['incidentType'] ?? '')) === 'hold'
            ? 'ON_HOLD'
            : 'BLOCKED'
        }
      />
    )
  if (event.startsWith('procedure.incident.')) return <Sign kind="ok" />
  if (event.startsWith('report.')) {
    const outcome = String(detail['outcome'])
    return <Sign kind={(Object.hasOwn(OUTCOMES, outcome) ? OUTCOMES[outcome] : undefined) ?? 'unknown'} />
  }
  if (event === 'procedure.finished') return <StateGlyph state={status ?? 'DONE'} />
  const isState = event === 'procedure.status_changed' || (event === 'signature.status_changed' && !mixed)
  if (isState && status !== undefined) return <StateGlyph state={status} />
  return <Icon of={changeIcon(event)} />
}

function changeIcon(event: string): LucideIcon {
  if (event.endsWith('.gone')) return Archive
  if (event === LEGAL_ALERT) return CalendarClock
  if (event === NOTE_MENTION) return AtSign
  if (isOfDraft(event)) return FileInput
  if (event === 'alert.deadline') return Hourglass
  if (event.startsWith('alert.')) return AlarmClock
  if (event.startsWith('energy_saving_certificate.')) return Leaf
  if (event === 'procedure.document.added') return FileCheck
  return event.startsWith('signature.') ? Signature : Bell
}
