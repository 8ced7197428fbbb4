import type { NewPlateList, PlateList } from '#shared/bridge/plate-lists.ts'
import type { TransferBatch } from '#shared/bridge/transfer-batches.ts'
import { waitUntil } from './core-fixture.ts'
import { pdf, type ProcedureCommands } from './procedure-fixture.ts'

/** Names and types of every document usual for a transfer from a company to a person. */
export const DOCUMENTS: readonly (readonly [name: string, type: string])[] = [
  ['dni comprador.pdf', 'national_id'],
  ['dni representante.pdf', 'national_id'],
  ['nif.pdf', 'tax_id'],
  ['contrato.pdf', 'sales_agreement'],
  ['permiso.pdf', 'veh_registration_cert'],
  ['ficha.pdf', 'technical_sheet'],
  ['mandato.pdf', 'representation_auth'],
  ['poder.pdf', 'power_of_attorney'],
]

/** A list of those plates, as it was pasted. */
export const listOf = (plates: readonly string[]): NewPlateList => ({
  plates: plates.map((vrm, at) => ({ vrm, line: at + 1, written: vrm, repaired: false, note: '' })),
  unread: [],
  repeated: [],
  beyond: 0,
})

/** Waits for the answers of a list, and begins a batch with what can be transferred of it. */
export async function beginBatch(
  core: ProcedureCommands,
  listId: string,
  id: string,
  fields: Record<string, string> = {},
): Promise<TransferBatch> {
  await waitUntil(
    () => core.value('plate-lists.get', { id: listId }),
    ({ state }: PlateList) => state === 'done',
  )
  await core.value('transfer-batches.create', {
    id,
    view: { id: listId, query: '', order: 'line' },
    of: 'shown',
    alerts: false,
  })
  await core.value('transfer-batches.save', {
    id,
    version: 0,
    fields: {
      dealerTaxId: 'B12345674',
      dealerName: 'Autos Vega, S.L.',
      invoicePattern: 'F-2026/{n:4}',
      taxableBase: '8.250,50',
      userEmail: 'marta@gestoria.es',
      ...fields,
    },
  })
  const { rows } = await core.value('transfer-batches.list', {})
  return rows.find((batch) => batch.id === id)!
}

/** Gives a draft every usual document. */
export async function documentAll(core: ProcedureCommands, draftId: string): Promise<void> {
  for (const [name, type] of DOCUMENTS) {
    const bytes = pdf(`${draftId} ${name}`)
    const added = await core.receive({ draftId, name, size: bytes.byteLength, type }, bytes)
    if (!added.ok) throw new Error(added.error.code)
  }
}
