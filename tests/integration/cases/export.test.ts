import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TransferArgs } from '#shared/bridge/contract.ts'
import { daysAfter, writeDay } from '#shared/domain/calendar.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createProcedures, type FakeProcedures } from '#tests/fakes/procedures.ts'

let procedures: FakeProcedures
let service: FaultService
let desk: CoreFixture

const HOSTILE = '=HYPERLINK("http://evil";"x")'
/** Five days ago: the seller's term of ten days is running, whenever this test runs. */
const SIGNED = daysAfter(Date.now(), -5)
const SELLER_TERM = daysAfter(SIGNED, 10)

/** Day as spreadsheets store it: days since 30/12/1899. */
function sheetDay(day: number): number {
  const date = new Date(day)
  const utc = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return (utc - Date.UTC(1899, 11, 30)) / 86_400_000
}

beforeAll(async () => {
  procedures = createProcedures()
  service = await startFaultService(procedures.respond)
  desk = await startCore(service.url)
  const add = async (id: string, fields: Record<string, unknown>, status = 'PENDING') => {
    procedures.set(id, status, fields)
    await desk.value('changes.add', { text: id })
  }
  await add('p1', { vrm: '1234BCD', invoiceNumber: 'F-2026/0859', createdAt: '2026-11-01T23:30:00.000Z' })
  await add(
    'p2',
    {
      vrm: 'M1234AB',
      incidents: [
        { id: 'i', type: 'seizure' },
        { id: 'j', type: 'nunca-vista' },
      ],
    },
    'BLOCKED',
  )
  await desk.value('annotations.save', {
    id: 'p1',
    version: 0,
    fields: {
      client: HOSTILE,
      sellerName: 'Ñúñez; "el Viejo"',
      buyerName: '+34 600',
      contractDate: writeDay(SIGNED),
    },
  })
  await desk.value('annotations.save', {
    id: 'p2',
    version: 0,
    fields: { client: 'a\u0000b\u0007 _x0041_ <&>', buyerName: '😀\uD800' },
  })
  await desk.value('cases.label', { selection: { ids: ['p1'] }, add: ['vip', 'urgente'], remove: [] })
})
afterAll(async () => {
  await desk.stop()
  await service.close()
  await removeTemporaryDirectories()
})

const table: TransferArgs<'cases.csv'> = {
  selection: { filter: {} },
  sort: { by: 'vrm', descending: false },
  columns: [
    'plate',
    'type',
    'status',
    'incident',
    'client',
    'parties',
    'invoice',
    'labels',
    'deadline',
    'created',
    'id',
  ],
}

async function bytesOf(name: 'cases.csv' | 'cases.xlsx', over: Partial<typeof table> = {}) {
  const sent = await desk.core.router.send(name, { ...table, ...over }, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  return { ...sent.value, bytes: Buffer.concat(chunks) }
}

describe('CSV', () => {
  test('as a Spanish spreadsheet reads it, in the order of the screen, with nothing that it would run', async () => {
    const { bytes, filename, contentType } = await bytesOf('cases.csv')
    expect(filename).toMatch(/^expedientes-\d{4}-\d{2}-\d{2}\.csv$/)
    expect(contentType).toBe('text/csv; charset=utf-8')
    expect(bytes.toString('utf8').split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFMatrícula;Bastidor;Trámite;Estado;Incidencia;Incidencias abiertas;Cliente;Transmitente;Adquirente o titular;N.º de factura;Etiquetas;Plazo legal;Creado;ID',
      `1234 BCD;;Transferencia;Pendiente;;0;"'=HYPERLINK(""http://evil"";""x"")";"Ñúñez; ""el Viejo""";'+34 600;F-2026/0859;urgente, vip;${writeDay(SELLER_TERM)};02/11/2026;p1`,
    ])
    expect(bytes.toString('utf8').split('\r\n')[2]).toMatch(
      /^M-1234-AB;;Transferencia;Con incidencia;Embargo;2;/,
    )
  })

  test('only what is chosen, and its columns in their order', async () => {
    const { bytes } = await bytesOf('cases.csv', {
      selection: { ids: ['p2', 'no', 'p1'] },
      sort: { by: 'vrm', descending: true },
      columns: ['id', 'plate'],
    })
    expect(bytes.toString('utf8')).toBe('\uFEFFID;Matrícula;Bastidor\r\np2;M-1234-AB;\r\np1;1234 BCD;\r\n')
  })

  test('stops where nobody wants it any more', async () => {
    const stopped = AbortSignal.abort()
    const sent = await desk.core.router.send('cases.csv', table, stopped)
    if (!sent.ok) return
    let rows = 0
    for await (const chunk of sent.value.bytes) rows += Buffer.from(chunk).toString().split('\r\n').length - 1
    expect(rows).toBeLessThanOrEqual(1)
  })

  test('is in the record before anything of it leaves', async () => {
    const before = (await desk.value('audit.list', { what: 'export', limit: 100 })).rows.length
    await bytesOf('cases.xlsx')
    const { rows } = await desk.value('audit.list', { what: 'export', limit: 100 })
    expect(rows).toHaveLength(before + 1)
    expect(rows[0]).toMatchObject({ kind: 'xlsx', pseudonym: '', result: 'ok' })
  })
})

describe('XLSX', () => {
  test('has every text as a text, days as days and numbers as numbers', async () => {
    const { bytes, contentType, filename } = await bytesOf('cases.xlsx')
    expect(filename).toMatch(/\.xlsx$/)
    expect(contentType).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const parts = unzipSync(bytes)
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).toContain(
      '<c t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;http://evil&quot;;&quot;x&quot;)</t></is></c>',
    )
    expect(sheet).toContain('<t xml:space="preserve">ab _x005F_x0041_ &lt;&amp;&gt;</t>')
    expect(sheet).toContain('<t xml:space="preserve">😀\uFFFD</t>')
    // The term and 2/11/2026, as days since 1899.
    expect(sheet).toContain(`<c s="2"><v>${sheetDay(SELLER_TERM)}</v></c><c s="2"><v>46328</v></c>`)
    expect(sheet).toContain('<c><v>2</v></c>')
    expect(sheet).not.toContain('<f>')
  })

  test.skipIf(spawnSync('python3').error !== undefined)('is whole and well formed to Python', async () => {
    const path = join(await temporaryDirectory(), 'lista.xlsx')
    await writeFile(path, (await bytesOf('cases.xlsx')).bytes)
    const read = spawnSync('python3', ['-c', READ, path], { encoding: 'utf8' })
    expect(read.stderr).toBe('')
    expect(JSON.parse(read.stdout)).toEqual({ parts: 6, rows: 3, cells: 14, first: 'Matrícula' })
  })
})

const READ = `
import json, sys, zipfile
from xml.dom import minidom
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
parts = {name: minidom.parseString(archive.read(name)) for name in archive.namelist()}
sheet = parts['xl/worksheets/sheet1.xml']
rows = sheet.getElementsByTagName('row')
print(json.dumps({
  'parts': len(parts), 'rows': len(rows), 'cells': len(rows[1].getElementsByTagName('c')),
  'first': sheet.getElementsByTagName('t')[0].firstChild.data,
}))
`
