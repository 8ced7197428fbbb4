import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { PlateListView } from '#shared/bridge/plate-lists.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { BatchRowCheck, BatchRowView, TransferBatchView } from '#shared/bridge/transfer-batches.ts'
import { knownFacts } from '#shared/domain/parties.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import {
  batchForm,
  batchInvoices,
  cellField,
  checkBatchRow,
  batchSides,
} from '#shared/domain/transfer-batch.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { viewedRows } from './fake-plate-lists.ts'

/** A batch, with what is known of its plates. */
export interface FakeBatch extends Omit<TransferBatchView, 'total' | 'made' | 'sent'> {
  checks?: BatchRowCheck[]
}

const isOf = (name: CommandName): boolean => name.startsWith('transfer-batches.')

function summary(batch: FakeBatch) {
  const { id, name, listId, createdAt, updatedAt, rows } = batch
  const made = rows.filter(({ state }) => state !== 'open').length
  const sent = rows.filter(({ state }) => state === 'sent').length
  return { id, name, listId, createdAt, updatedAt, total: rows.length, made, sent }
}

/** As the core does, with drafts that are only rows. */
function make(batch: FakeBatch, now: number): number {
  const rules = batch.rows.map((row) => ({ ...row, isMade: row.state !== 'open' }))
  const invoices = batchInvoices(rules, batch.fields, batch.accepted)
  const { other } = batchSides(batch.fields)
  let made = 0
  batch.rows = batch.rows.map((row) => {
    const invoice = invoices.get(row.ord)
    if (!invoice) return row
    const form = batchForm(row, invoice.text, batch.fields, batch.accepted)
    const known = batch.checks?.find(({ ord }) => ord === row.ord)
    const circumstances = { verdict: known?.verdict ?? null, duplicates: known?.duplicates ?? [] }
    if (checkBatchRow(row.ord, form, circumstances, batch.accepted, now).state !== 'ready') return row
    made++
    const { fields } = form
    Object.assign(batch.fields, {
      [cellField(row.ord, 'otherTaxId')]: fields[`${other}TaxId`],
      [cellField(row.ord, 'otherName')]: fields[`${other}Name`],
      [cellField(row.ord, 'taxableBase')]: fields.taxableBase,
      [cellField(row.ord, 'invoiceNumber')]: fields.invoiceNumber,
      [cellField(row.ord, 'contractDate')]: fields.contractDate,
    })
    return {
      ...row,
      number: invoice.number,
      state: 'editing',
      draft: {
        version: 1,
        doubt: false,
        documents: { uploaded: 0, of: 0 },
        missing: ['mandate', 'agreement'],
      },
    } satisfies BatchRowView
  })
  return made
}

/** Batches of transfers, in memory. `null` for other commands. */
export function answerTransferBatches(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  if (!isOf(name)) return null
  const { scene } = bridge
  const batches = (scene.transferBatches ??= [])
  const changed = <T>(id: string, answer: T) => {
    bridge.changed('transfer-batch', [id])
    return ok(answer)
  }
  switch (name) {
    case 'transfer-batches.list':
      return ok({ rows: batches.map(summary) })
    case 'transfer-batches.names': {
      const { taxIds } = args as CommandArgs<'transfer-batches.names'>
      return ok({
        names: taxIds.flatMap((taxId) => {
          const best = knownFacts(scene.known?.[cleanTaxId(taxId)] ?? []).best.fullname
          return best ? [{ taxId, name: best.value }] : []
        }),
      })
    }
    case 'transfer-batches.candidates': {
      const list = scene.plateLists?.find(({ id }) => id === (args as { id: string }).id)
      const counts = (rows: NonNullable<typeof list>['rows']) => ({
        transferable: rows.filter(({ outcome }) => outcome === 'transferable').length,
        with_alerts: rows.filter(({ outcome }) => outcome === 'with_alerts').length,
        not_transferable: rows.filter(({ outcome }) => outcome === 'not_transferable').length,
        unanswered: rows.filter(({ outcome }) => outcome === null || outcome === 'error').length,
      })
      if (!list) return fail(appError('not-found'))
      return ok({
        shown: counts(viewedRows(list, args as PlateListView)),
        marked: counts(list.rows.filter(({ marked }) => marked)),
      })
    }
    case 'transfer-batches.create': {
      const { id, view, of, alerts } = args as CommandArgs<'transfer-batches.create'>
      const list = scene.plateLists?.find((one) => one.id === view.id)
      if (!list) return fail(appError('not-found'))
      const taken = viewedRows(list, view as PlateListView).filter(
        ({ outcome, marked }) =>
          (of === 'shown' || marked) && (outcome === 'transferable' || (alerts && outcome === 'with_alerts')),
      )
      const batch: FakeBatch = {
        id,
        name: list.name,
        listId: list.id,
        createdAt: now,
        updatedAt: now,
        version: 0,
        fields: { dealer: 'seller', userEmail: scene.remembered?.userEmail ?? '' },
        accepted: [],
        leftOut: { with_alerts: 0, not_transferable: 0, unanswered: 0, beyond: 0 },
        rows: taken.map(({ vrm }, ord) => ({
          ord,
          vrm,
          draftId: `${id}-${ord}`,
          number: null,
          state: 'open',
        })),
      }
      scene.transferBatches = [batch, ...batches]
      return changed(id, summary(batch))
    }
    default:
  }
  const { id } = args as { id: string }
  const batch = batches.find((one) => one.id === id)
  if (!batch) return fail(appError('not-found'))
  switch (name) {
    case 'transfer-batches.get': {
      const { checks: _, ...view } = structuredClone(batch)
      return ok({ ...view, ...summary(batch) })
    }
    case 'transfer-batches.checks':
      return ok({ rows: structuredClone(batch.checks ?? []) })
    case 'transfer-batches.save': {
      const { version, fields, accepted } = args as CommandArgs<'transfer-batches.save'>
      if (version !== batch.version) return fail(appError('draft-changed'))
      batch.version++
      batch.updatedAt = now
      Object.assign(batch.fields, fields)
      if (accepted) batch.accepted = accepted
      return changed(id, { version: batch.version, updatedAt: now })
    }
    case 'transfer-batches.make': {
      if ((args as { version: number }).version !== batch.version) return fail(appError('draft-changed'))
      const made = make(batch, now)
      batch.version++
      return changed(id, { made })
    }
    case 'transfer-batches.send': {
      const { drafts } = args as CommandArgs<'transfer-batches.send'>
      const ids = new Set(drafts.map(({ draftId }) => draftId))
      const sendAt = now + 10_000
      batch.rows = batch.rows.map((row) =>
        ids.has(row.draftId) && row.draft
          ? { ...row, state: 'leaving' as const, draft: { ...row.draft, sendAt } }
          : row,
      )
      return changed(id, { leaving: ids.size, refused: [] })
    }
    case 'transfer-batches.stop': {
      const under = batch.rows.filter(({ state }) => state === 'leaving')
      for (const row of under) row.state = 'editing'
      return changed(id, { stopped: under.length })
    }
    case 'transfer-batches.remove':
      scene.transferBatches = batches.filter((one) => one !== batch)
      return changed(id, {})
    default:
      return ok({})
  }
}
