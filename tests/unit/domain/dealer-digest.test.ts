import { describe, expect, test } from 'vitest'
import type { DealerRow } from '#shared/bridge/dealers.ts'
import { boardSection } from '#shared/domain/dealer-board.ts'
import { dealerDigest, dealerTable, sectionTitle } from '#shared/text/dealers.ts'
import { askedOf } from '#renderer/features/dealers/dealer-row.tsx'

const NOW = new Date(2026, 10, 26, 12, 30).getTime()
const row = (change: Partial<DealerRow>): DealerRow => ({
  kind: 'procedure',
  id: 'a',
  vrm: '1234BCD',
  type: 'VEHICLE_TRANSFER',
  status: 'IN_PROGRESS',
  since: new Date(2026, 10, 12).getTime(),
  waits: 'registry',
  section: boardSection(change.waits ?? 'registry'),
  vehicle: '',
  missing: [],
  asks: [],
  signatures: [],
  assigned: false,
  ...change,
})
const of = { name: 'Autos Vega', month: '2026-11', isPresent: true, now: NOW, demo: false, own: undefined }

describe('the digest for a dealer', () => {
  const rows = [
    row({
      id: 'asked',
      waits: 'dealer',
      vehicle: 'SEAT Ibiza',
      missing: [{ incident: 'expired-document', document: 'national_id' }, { incident: 'pending-document' }],
      asks: ['unpaid-ivtm-tax'],
      signatures: [
        { id: 's', document: 'mandate-specific', outcome: 'waiting' },
        { id: 't', document: 'sales-agreement', outcome: 'signed' },
      ],
    }),
    row({
      id: 'draft',
      kind: 'draft',
      type: 'registration',
      vrm: undefined,
      vin: 'VSSZZZ5FZHR000001',
      status: 'editing',
      waits: 'dealer',
      missing: [{ requirement: 'buyer-identity' }],
    }),
    row({ id: 'ours', vrm: '2222CCC', waits: 'office', status: 'DRAFT' }),
    row({ id: 'theirs', vrm: '3333DDD' }),
    row({
      id: 'plate',
      vrm: '4444FFF',
      type: 'VEHICLE_REGISTRATION',
      status: 'DONE',
      waits: 'nobody',
      assigned: true,
    }),
  ]

  test('says what is asked, what goes on and what has ended, each car in a line', () => {
    expect(dealerDigest(rows, of)).toBe(
      [
        'Hola, Autos Vega. Así van tus expedientes a 26/11/2026.',
        '',
        'Necesitamos de ti (2):',
        '- 1234 BCD, SEAT Ibiza, transferencia: DNI (documento caducado); un documento que falta; el justificante de pago del impuesto de circulación (IVTM); la firma de «Mandato específico»',
        '- Bastidor …000001, matriculación: DNI o NIF del titular',
        '',
        'Lo estamos preparando (1):',
        '- 2222 CCC, transferencia',
        '',
        'En Tráfico (1):',
        '- 3333 DDD, transferencia: en trámite desde el 12/11/2026',
        '',
        'Terminados este mes (1):',
        '- 4444 FFF, matriculación: matrícula asignada',
        '',
        'Si algo no cuadra, dínoslo. Gracias.',
      ].join('\n'),
    )
  })

  test('the office writes what is around the lines, which are never left out', () => {
    const own = (text: string) => dealerDigest([row({})], { ...of, own: text })
    expect(own('Buenas, {nombre}:\n{resumen}\nUn saludo')).toMatch(
      /^Buenas, Autos Vega:\nEn Tráfico \(1\):\n- 1234 BCD.*\nUn saludo$/,
    )
    expect(own('Buenas.')).toBe(
      'Buenas.\n\nEn Tráfico (1):\n- 1234 BCD, transferencia: en trámite desde el 12/11/2026',
    )
    // A field that does not exist: the original.
    expect(own('Buenas, {quien}.')).toContain('Así van tus expedientes')
  })

  test('nobody by name, a month without anything, the demonstration', () => {
    const text = dealerDigest([], { ...of, name: '', month: '2026-02', isPresent: false, demo: true })
    expect(text).toMatch(/^Hola\. Así van/)
    expect(text).toContain('No hay nada de febrero de 2026.')
    expect(text).toContain('Datos inventados')
  })

  test('a long part is cut, and says by how many', () => {
    const many = Array.from({ length: 75 }, (_, index) => row({ id: String(index) }))
    const lines = dealerDigest(many, of).split('\n')
    expect(lines.filter((line) => line.startsWith('- 1234'))).toHaveLength(60)
    expect(lines).toContain('- y 15 más')
  })

  test('a name is not read as a template', () => {
    const text = dealerDigest([], { ...of, name: '{fecha} [$&]' })
    expect(text).toMatch(/^Hola, \{fecha\} \[\$&\]\./)
  })

  test('what was cancelled is not said to be finished, and what has ended asks for nothing', () => {
    const ended = { waits: 'nobody', missing: [{ incident: 'pending-document' }], asks: ['seizure'] } as const
    const done = row({
      ...ended,
      missing: [...ended.missing],
      asks: [...ended.asks],
      status: 'DONE',
      signatures: [
        { id: 's', document: 'mandate-specific', outcome: 'failed' },
        { id: 't', document: 'sales-agreement', outcome: 'signed' },
      ],
    })
    const cancelled = { ...done, id: 'c', vrm: '5555GGG', status: 'CANCELLED' }
    const text = dealerDigest([done, cancelled], of)
    expect(text).toMatch(/Terminados este mes \(1\):\n- 1234 BCD.*\n\nAnulados este mes \(1\):\n- 5555 GGG/)
    expect(text).toContain('finalizado el 12/11/2026')
    expect(sectionTitle('ended', '2026-11', true)).toBe('Terminados y anulados este mes')
    for (const one of [done, cancelled]) {
      // On the board, on paper and in the file.
      expect(askedOf(one)).toEqual(['Contrato de compraventa firmado'])
      expect(dealerTable.texts(one).join(' ')).not.toMatch(/enviarlo otra vez|Embargo|Un documento/)
      expect(dealerTable.texts(one)[0]).toBe('Terminado o anulado')
    }
    // While it is open, the same row asks.
    expect(askedOf({ ...done, section: 'dealer' }).join(' ')).toContain('enviarlo otra vez')
  })

  test('a row of the file has a cell for each header', () => {
    for (const one of rows) expect(dealerTable.texts(one)).toHaveLength(dealerTable.header.length)
    expect(dealerTable.texts(rows[0] ?? row({}))).toContain(
      'Mandato específico: sin firmar; Contrato de compraventa: firmado',
    )
  })
})
