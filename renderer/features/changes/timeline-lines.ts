import type { ResourceKind, TimelineRow } from '#shared/bridge/inbox.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { procedureStateLabels, signatureStateLabels } from '#shared/text/labels.ts'
import { labelOf, unknownNames } from '#shared/text/labels-reports.ts'
import { wordsOf } from '#shared/text/notifications.ts'

export interface TimelineLine {
  row: TimelineRow
  /** Previous state, if known and different. */
  from: string
  fact: string
  /** Additional detail. */
  more: string
}

const isState = ({ event, status }: TimelineRow) => status !== undefined && event.endsWith('.status_changed')

/**
 * Lines of a timeline: each change of state with the state before.
 * @param rows newest first, as the core sends them
 */
export function timelineLines(kind: ResourceKind, rows: readonly TimelineRow[]): TimelineLine[] {
  const lines: TimelineLine[] = []
  let before: string | undefined
  for (const row of rows.toReversed()) {
    lines.push(lineOf(kind, row, before))
    if (isState(row)) before = row.status
  }
  return lines.toReversed()
}

function lineOf(kind: ResourceKind, row: TimelineRow, before: string | undefined): TimelineLine {
  const { fact, next } = wordsOf({ kind, ...row })
  if (!isState(row) || (kind !== 'procedure' && kind !== 'signature'))
    return { row, from: '', fact, more: said(row, fact, next) }
  const labels = kind === 'signature' ? signatureStateLabels : procedureStateLabels
  const { status = '', detail } = row
  return {
    row,
    from: before === undefined || before === status ? '' : labelOf(labels, before, unknownNames.state),
    fact: labelOf(labels, status, unknownNames.state),
    more: status === 'CANCELLED' && detail['reason'] !== undefined ? String(detail['reason']) : '',
  }
}

/** Text of the line. An incident shows its own text; its card shows the next step while it is open. */
function said({ event, detail }: TimelineRow, fact: string, next: string): string {
  if (event === 'procedure.plate_assigned' && typeof detail['vrm'] === 'string')
    return displayPlate(detail['vrm'])
  if (event !== 'procedure.incident.added') return next
  const description = String(detail['description'] ?? '')
  return fact.toLowerCase().endsWith(description.toLowerCase()) ? '' : description
}
