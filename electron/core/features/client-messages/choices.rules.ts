import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import type { PlateVerdict } from '#shared/bridge/lookup.ts'
import type { SignatureRow } from '#shared/bridge/signature-requests.ts'
import { situationOf } from '#shared/domain/client-situations.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { bodyIn, wordsIn } from '#shared/domain/service-body.ts'
import { situationName } from '#shared/text/client.ts'
import { stateName } from '#shared/text/resources.ts'
import {
  answerValues,
  verdictSituation,
  incidentValues,
  procedureValues,
  signatureValues,
} from '#shared/text/client-answer.ts'
import { procedureName } from '#shared/text/labels.ts'
import { incidentsIn, waitsForOthersOnly } from '#shared/text/incidents.ts'
import type { Choice } from './message.rules.ts'

const ENDED_WITH_PLATE: readonly string[] = ['DONE', 'DELIVERED_TO_CLIENT']
const ENDED: readonly string[] = [...ENDED_WITH_PLATE, 'CANCELLED']

/**
 * Texts that suit a procedure now, the most useful first: each incident that the client can solve, the plate
 * that was just assigned, and its state.
 * @param documentName names the document of an incident; '' if unknown
 */
export function procedureChoices(view: ResourceView, documentName: (id: string) => string): Choice[] {
  const { body, status, statusDescription = '' } = view
  const type = wordsIn(body, 'type')
  const vehicle = bodyIn(body, 'vehicle')
  const vrm = (view.subject.vrm ?? (wordsIn(vehicle, 'vrm') || wordsIn(body, 'vrm'))) || undefined
  const vin = (view.subject.vin ?? wordsIn(vehicle, 'vin')) || undefined
  const kind = procedureName(type, wordsIn(body, 'typeDescription')) || (view.subject.label ?? '')
  const of = { vrm, vin, kind }
  // An incident that is unsolved when the procedure ends needs nothing from the client any more.
  const incidents = ENDED.includes(status) ? [] : (incidentsIn(body) ?? [])
  const open = incidents.filter(({ solved }) => !solved)
  const asked = open.flatMap((incident, index): Choice[] => {
    if (incident.waitsFor !== 'us') return []
    const document = incident.documentId === '' ? '' : documentName(incident.documentId)
    const situation = situationOf('incident', incident.type)
    return [
      {
        // The service gives no reliable id: the place tells incidents apart.
        key: `${situation}#${incident.id || index}`,
        situation,
        title: [incident.title || situationName(situation), document].filter(Boolean).join(' · '),
        values: incidentValues(of, { ...incident, document }),
      },
    ]
  })
  const hasNewPlate =
    type === 'VEHICLE_REGISTRATION' && vrm !== undefined && ENDED_WITH_PLATE.includes(status)
  const state = stateName('procedure', status, statusDescription)
  const values = procedureValues({
    ...of,
    state,
    since: view.since,
    waits: open.map(({ title }) => title).filter((title) => title !== ''),
    reason: status === 'CANCELLED' ? statusDescription : '',
  })
  // The text of an incident asks the client for something; this one says that it depends on another body.
  const situation = situationOf('state', waitsForOthersOnly(status, open) ? 'ON_HOLD' : status)
  return [
    ...asked,
    ...(hasNewPlate
      ? [
          {
            key: 'plate:assigned',
            situation: 'plate:assigned' as const,
            title: situationName('plate:assigned'),
            values,
          },
        ]
      : []),
    { key: situation, situation, title: state, values },
  ]
}

/** Text of a signature: only its state has one. */
export function signatureChoices(row: SignatureRow, method: string): Choice[] {
  const situation = situationOf('signature', row.status)
  const state = stateName('signature', row.status, row.statusDescription)
  const { document, vrm, createdAt: sentAt } = row
  return [
    {
      key: situation,
      situation,
      title: state,
      values: signatureValues({ document, vrm, method, sentAt, state }),
    },
  ]
}

/** Text of a plate's verdict. */
export function plateChoices(vrm: string, verdict: PlateVerdict, complete: CompleteReport | null): Choice[] {
  const situation = verdictSituation(verdict)
  return [
    {
      key: situation,
      situation,
      title: situationName(situation),
      values: answerValues(displayPlate(vrm), verdict, complete),
    },
  ]
}
