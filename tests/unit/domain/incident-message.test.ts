import { describe, expect, test } from 'vitest'
import { INCIDENT_TYPES } from '#shared/domain/vocabulary.ts'
import { incidentLabels } from '#shared/text/labels.ts'
import { situationOf } from '#shared/domain/client-messages.ts'
import { clientText } from '#shared/text/client.ts'
import { type AskedIncident, incidentValues, procedureValues } from '#shared/text/client-answer.ts'
import { incidentNeeds, type MessageOf, summaryOf } from '#shared/text/incidents.ts'

const of = { vrm: '3308KDR', vin: undefined, kind: 'Transferencia', demo: false }
const asked = { type: 'unreadable-document', title: 'Documento ilegible', description: '', document: '' }

/** The original text about an incident. */
const incidentMessage = (about: MessageOf, { type, ...incident }: AskedIncident & { type: string }) =>
  clientText(situationOf('incident', type), undefined, incidentValues(about, incident), about.demo)
const plateMessage = (vrm: string, demo: boolean) =>
  clientText(
    'plate:assigned',
    undefined,
    procedureValues({ vrm, kind: '', state: '', since: 0, waits: [], reason: '' }),
    demo,
  )

describe('what is asked of the client', () => {
  test('says of which car, what is needed, and about which document', () => {
    expect(
      incidentMessage(of, {
        ...asked,
        description: 'El anverso del documento no se lee.',
        document: 'DNI del comprador',
      }),
    ).toBe(
      'Hola. Para seguir con la gestión «Transferencia» de 3308 KDR necesitamos otra copia que se lea bien, sin reflejos y por las dos caras. Es sobre el documento «DNI del comprador». Nos indican: «El anverso del documento no se lee». Puedes contestar a este mensaje con una foto o un PDF. Gracias.',
    )
  })

  test('an incident never seen is told in the service’s own words', () => {
    expect(incidentMessage(of, { ...asked, type: 'moon-phase', title: 'La luna no acompaña' })).toContain(
      'hay una incidencia: La luna no acompaña. Puedes contestar',
    )
    expect(incidentMessage({ ...of, vrm: undefined, kind: '' }, { ...asked, type: '', title: '' })).toContain(
      'Para seguir con el trámite hay una incidencia: sin más detalle.',
    )
  })

  test('before there is a plate it is the end of the chassis number; the demonstration says that it is one', () => {
    const text = incidentMessage({ ...of, vrm: undefined, vin: 'YV1UZ8A41N1657302', demo: true }, asked)
    expect(text).toContain(' del vehículo de bastidor …657302')
    expect(text.endsWith('(Datos inventados de la demostración.)')).toBe(true)
    expect(plateMessage('1657NFG', true)).toContain('1657 NFG')
  })

  test('every incident that depends on the client asks for something, and none of those that wait for others does', () => {
    for (const type of INCIDENT_TYPES)
      expect(incidentNeeds[type] === '').toBe(incidentLabels[type].level === 'hold')
  })
})

test('the summary says how it is, since when, what it waits for and how old that is', () => {
  const known = {
    state: 'Con incidencia',
    since: 'desde hace 3 días',
    seen: '20/11/2026 · 14:02',
    waits: ['IVTM'],
    reason: '',
  }
  expect(summaryOf(of, known)).toBe(
    '3308 KDR · Transferencia: Con incidencia, desde hace 3 días. Pendiente: IVTM. Visto 20/11/2026 · 14:02.',
  )
  expect(
    summaryOf(
      { ...of, kind: '', vrm: undefined },
      { ...known, waits: [], state: 'Anulado', reason: 'Desistió' },
    ),
  ).toBe('Anulado, desde hace 3 días. Motivo: Desistió. Visto 20/11/2026 · 14:02.')
})
