import { describe, expect, test } from 'vitest'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import {
  listProcedureChoices,
  type Choice,
  buildMessage,
  type NamedPerson,
  type Recipient,
  toRecipients,
} from '#electron/core/features/client-messages/message.rules.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'

const procedure = (status: string): ResourceView => ({
  kind: 'procedure',
  id: 'prc_1',
  subject: { vrm: '1234BCD' },
  status,
  since: 0,
  checkedAt: 0,
  gone: false,
  addedAt: 0,
  nextCheckAt: null,
  muted: false,
  timeline: [],
  body: {
    type: 'VEHICLE_TRANSFER',
    incidents: [{ id: 'i1', type: 'pending-document', level: 'blocker', solved: false }],
  },
})

describe('texts of a procedure', () => {
  test('what is missing is asked for while the procedure is open, and never once it has ended', () => {
    const situations = (status: string) =>
      listProcedureChoices(procedure(status), () => '').map(({ situation }) => situation)
    expect(situations('BLOCKED')).toEqual(['incident:pending-document', 'state:BLOCKED'])
    for (const status of ['DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT'])
      expect(situations(status)).toEqual([`state:${status}`])
  })
})

test('a missing document is named if it is known, and the sentence is whole without it', () => {
  const nobody = {
    key: 'none',
    roles: ['none'],
    name: '',
    taxId: '',
    email: null,
    phone: null,
    contactId: null,
  }
  const textFor = (name: string) => {
    const view = procedure('BLOCKED')
    const [incident] = view.body['incidents'] as Record<string, unknown>[]
    const body = { ...view.body, incidents: [{ ...incident, documentId: 'd' }] }
    const [choice] = listProcedureChoices({ ...view, body }, () => name)
    const settings = { own: undefined, demo: false, names: [], digest: (text: string) => text }
    return buildMessage(choice!, nobody as Recipient, settings).text
  }
  expect(textFor('Ficha técnica')).toContain(' necesitamos un documento: Ficha técnica. Puedes contestar')
  expect(textFor('')).toContain(' necesitamos un documento. Puedes contestar')
})

describe('names on a screen that others see', () => {
  const recipient = (name: string): Recipient => ({
    key: 'client',
    roles: ['client'],
    name,
    taxId: '',
    email: null,
    phone: null,
    contactId: null,
  })
  const shown = (name: string, detalle: string, others: readonly string[] = []) => {
    const choice: Choice = {
      key: 'incident:other',
      situation: 'incident:other',
      title: '',
      values: { detalle },
    }
    const own = '{detalle}'
    return buildMessage(choice, recipient(name), {
      own,
      demo: false,
      names: [name, ...others],
      digest: String,
    }).hidden
  }

  test('a short name is hidden where it is a word, and not inside another', () => {
    expect(shown('Ana', 'Mañana por la semana llama Ana.')).toBe('Mañana por la semana llama •••••.')
  })

  test('the service writes names without accents, in capitals and surname first', () => {
    expect(shown('José Núñez Pérez', 'Firma de JOSE NUÑEZ PEREZ')).toBe('Firma de •••••')
    expect(shown('José Núñez Pérez', 'NUNEZ PEREZ, JOSE no firma')).not.toMatch(/nu[nñ]ez|p[eé]rez|jos[eé]/i)
    expect(shown('Ana', 'Falta Lucía', ['Lucía Ferrer'])).toBe('Falta •••••')
  })

  test('the rest of the text keeps its accents', () => {
    expect(shown('Íñigo', 'Según la DGT, está así: Íñigo')).toBe('Según la DGT, está así: •••••')
  })
})

describe('people of a text', () => {
  const contact = (fields: Partial<ReturnType<typeof emptySignatureRequestFields>>) => ({
    id: String(fields.idNumber),
    fields: { ...emptySignatureRequestFields(), ...fields },
  })
  const ana: NamedPerson = { key: 'client', name: 'Ana', taxId: '12345678Z' }

  test.each([
    ['912 345 678 / 612 34 56 78', '+34612345678'],
    ['912345678 y 600111222', '+34600111222'],
    ['912 345 678; 934 567 890', '+34912345678'],
    ['+351 912 345 678', '+351912345678'],
    ['612 34 56', null],
  ])('of the telephones «%s» it is %s', (phone, expected) => {
    const [found] = toRecipients([ana], [contact({ idNumber: '12345678Z', phone })])
    expect(found?.phone).toBe(expected)
  })

  test('a company’s signature is written about to its representative too, whatever the notation of the numbers', () => {
    const signer: NamedPerson = {
      key: 'signer',
      name: 'Talleres Soler, S.L.',
      taxId: 'b-12345674',
      representative: '87654321-x',
    }
    const contacts = [
      contact({ idNumber: 'B12345674', fullname: 'Talleres Soler, S.L.', email: 'taller@soler.es' }),
      contact({ idNumber: '87654321X', fullname: 'Pau Soler', email: 'pau@soler.es' }),
    ]
    expect(toRecipients([signer], contacts).map(({ key, email }) => [key, email])).toEqual([
      ['signer', 'taller@soler.es'],
      ['signer-representative', 'pau@soler.es'],
    ])
  })
})
