import type Database from 'better-sqlite3-multiple-ciphers'
import type { Checklists } from '#shared/domain/procedures/checklists.ts'
import type { LookupView } from '#shared/bridge/lookup.ts'
import type {
  BatchLeftOut,
  BatchRowCheck,
  TransferBatch,
  TransferBatchView,
} from '#shared/bridge/transfer-batches.ts'
import { knownFacts, type KnownSource } from '#shared/domain/parties.ts'
import {
  areHalvesOfSale,
  duplicateKeys,
  type Duplicate,
  type DuplicateKeys,
} from '#shared/domain/procedures/preflight.ts'
import type { DraftForm } from '#shared/domain/procedures/fields.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import {
  batchForm,
  batchInvoices,
  BATCH_LENGTHS,
  parseCellField,
  checkBatchRow,
  commonOf,
  type BatchColumn,
} from '#shared/domain/transfer-batch.ts'
import { readTexts, textsIn } from '../../store/stored-json.rules.ts'
import type { DraftInside } from '../procedures/draft-rows.store.ts'
import { getDraftFields, getRowFields, toRowView, type StoredBatchRow } from './batch-rows.rules.ts'

interface StoredBatch {
  id: string
  name: string
  list_id: string
  created_at: number
  updated_at: number
  version: number
  fields: string
  accepted: string
  left_out: string
}

/** Queries of other features that transfer batches need. */
export interface TransferBatchStoreDeps {
  draft: (id: string) => DraftInside | null
  createDraft: (id: string, kind: DraftKind, form: DraftForm, now: number) => void
  duplicatesOf: (id: string, procedureId: string | null, keys: DuplicateKeys) => Duplicate[]
  lookupView: (vrm: string) => LookupView
  knownParty: (taxId: string, except: string) => KnownSource[]
  /** Lists of the office. */
  checklists: () => Checklists
}

/** New batch. */
export interface NewBatch {
  id: string
  name: string
  listId: string
  fields: Readonly<Record<string, string>>
  leftOut: BatchLeftOut
  rows: readonly { vrm: string; draftId: string }[]
}

const BATCH = `SELECT b.*, count(r.ord) AS total, coalesce(sum(r.made), 0) AS made, coalesce(sum(d.state = 'sent'), 0) AS sent
  FROM transfer_batch b LEFT JOIN transfer_batch_row r ON r.batch_id = b.id LEFT JOIN draft d ON d.id = r.draft_id`

/** Queries of transfer batches. Runs in the worker. Every write is one transaction. */
export function createTransferBatchQueries(
  db: Database.Database,
  { draft: readDraft, createDraft, duplicatesOf, lookupView, knownParty, checklists }: TransferBatchStoreDeps,
) {
  type Counted = StoredBatch & Pick<TransferBatch, 'total' | 'made' | 'sent'>
  const all = db.prepare<[], Counted>(`${BATCH} GROUP BY b.id ORDER BY b.created_at DESC, b.id`)
  const one = db.prepare<[string], Counted>(`${BATCH} WHERE b.id = ? GROUP BY b.id`)
  const find = db.prepare<[string], StoredBatch>('SELECT * FROM transfer_batch WHERE id = ?')
  const rowsOf = db.prepare<[string], StoredBatchRow>(
    'SELECT * FROM transfer_batch_row WHERE batch_id = ? ORDER BY ord',
  )
  const insert = db.prepare(
    `INSERT INTO transfer_batch (id, name, list_id, created_at, updated_at, fields, left_out)
     VALUES (@id, @name, @listId, @now, @now, @fields, @leftOut) ON CONFLICT (id) DO NOTHING`,
  )
  const insertRow = db.prepare<[string, number, string, string]>(
    'INSERT INTO transfer_batch_row (batch_id, ord, vrm, draft_id) VALUES (?, ?, ?, ?)',
  )
  const save = db.prepare<[string, string, number, string]>(
    'UPDATE transfer_batch SET version = version + 1, fields = ?, accepted = ?, updated_at = ? WHERE id = ?',
  )
  const setFields = db.prepare<[string, string, number]>(
    'UPDATE transfer_batch_row SET fields = ? WHERE batch_id = ? AND ord = ? AND made = 0',
  )
  const setMade = db.prepare<[number | null, string, number]>(
    `UPDATE transfer_batch_row SET made = 1, number = ?, fields = '{}' WHERE batch_id = ? AND ord = ?`,
  )
  const removeRows = db.prepare<[string]>('DELETE FROM transfer_batch_row WHERE batch_id = ?')
  const remove = db.prepare<[string]>('DELETE FROM transfer_batch WHERE id = ?')
  const forgetRows = db.prepare<[number]>(
    'DELETE FROM transfer_batch_row WHERE batch_id IN (SELECT id FROM transfer_batch WHERE updated_at < ?)',
  )
  const forget = db.prepare<[number]>('DELETE FROM transfer_batch WHERE updated_at < ?')

  const toSummary = ({
    id,
    name,
    list_id,
    created_at,
    updated_at,
    total,
    made,
    sent,
  }: Counted): TransferBatch => ({
    id,
    name,
    listId: list_id,
    createdAt: created_at,
    updatedAt: updated_at,
    total,
    made,
    sent,
  })

  /** Common fields, and cells of the rows without a draft, by name. */
  function getValues(batch: StoredBatch, rows: readonly StoredBatchRow[]): Record<string, string> {
    const values: Record<string, string> = { ...readTexts(batch.fields) }
    for (const row of rows) if (row.made === 0) Object.assign(values, getRowFields(row))
    return values
  }

  const toRulesRow = ({ ord, vrm, made, number }: StoredBatchRow) => ({
    ord,
    vrm,
    isMade: made === 1,
    number,
  })

  /** Forms of the rows without a draft. */
  function openForms(batch: StoredBatch, rows: readonly StoredBatchRow[]) {
    const values = getValues(batch, rows)
    const accepted = textsIn(batch.accepted)
    const invoices = batchInvoices(rows.map(toRulesRow), values, accepted)
    return rows.flatMap((row) => {
      if (row.made === 1) return []
      const invoice = invoices.get(row.ord) ?? { text: '', number: null }
      return [{ row, number: invoice.number, form: batchForm(row, invoice.text, values, accepted), accepted }]
    })
  }

  const findDuplicates = (draftId: string, form: DraftForm): Duplicate[] =>
    duplicatesOf(draftId, null, duplicateKeys('transfer', form.fields)).filter(
      (other) => !areHalvesOfSale('transfer', other),
    )

  return {
    transferBatches: (): TransferBatch[] => all.all().map(toSummary),

    transferBatchSummary(id: string): TransferBatch | null {
      const row = one.get(id)
      return row ? toSummary(row) : null
    },

    /** Creates a batch. An existing batch stays unchanged. */
    createTransferBatch: db.transaction(
      ({ fields, leftOut, rows, ...batch }: NewBatch, now: number): void => {
        const isNew =
          insert.run({ ...batch, now, fields: JSON.stringify(fields), leftOut: JSON.stringify(leftOut) })
            .changes > 0
        if (!isNew) return
        for (const [ord, { vrm, draftId }] of rows.entries()) insertRow.run(batch.id, ord, vrm, draftId)
      },
    ),

    transferBatch(id: string): TransferBatchView | null {
      const batch = one.get(id)
      if (!batch) return null
      const rows = rowsOf.all(id)
      const fields = getValues(batch, rows)
      const views = rows.map((row) => {
        const inside = row.made === 1 ? readDraft(row.draft_id) : null
        if (inside) Object.assign(fields, getDraftFields(row.ord, inside.draft, fields))
        return toRowView(row, inside, checklists())
      })
      return {
        ...toSummary(batch),
        version: batch.version,
        leftOut: JSON.parse(batch.left_out) as BatchLeftOut,
        fields,
        accepted: textsIn(batch.accepted),
        rows: views,
      }
    },

    /** Data of the plates of the rows without a draft. */
    transferBatchChecks(id: string): BatchRowCheck[] | null {
      const batch = find.get(id)
      if (!batch) return null
      return openForms(batch, rowsOf.all(id)).map(({ row, form }) => {
        const { verdict } = lookupView(row.vrm)
        return {
          ord: row.ord,
          verdict: verdict && {
            outcome: verdict.outcome,
            checkedAt: verdict.report.checkedAt,
            kind: verdict.report.kind,
            disagrees: verdict.against !== null,
          },
          duplicates: findDuplicates(row.draft_id, form),
        }
      })
    },

    saveTransferBatch: db.transaction(
      (
        id: string,
        version: number,
        changes: Readonly<Record<string, string>>,
        accepted: readonly string[] | null,
        now: number,
      ): { version: number; updatedAt: number } | 'changed' | 'unknown' => {
        const batch = find.get(id)
        if (!batch) return 'unknown'
        if (batch.version !== version) return 'changed'
        const common: Record<string, string> = { ...readTexts(batch.fields) }
        const cells = new Map<number, Partial<Record<BatchColumn, string>>>()
        for (const [name, value] of Object.entries(changes)) {
          const field = commonOf(name)
          const cell = parseCellField(name)
          if (field && value.length <= BATCH_LENGTHS[field]) common[field] = value
          if (cell && value.length <= BATCH_LENGTHS[cell.column])
            cells.set(cell.ord, { ...cells.get(cell.ord), [cell.column]: value })
        }
        for (const row of rowsOf.all(id)) {
          const typed = cells.get(row.ord)
          if (!typed) continue
          const kept = Object.entries({ ...readTexts(row.fields), ...typed }).filter(
            ([, value]) => value !== '',
          )
          setFields.run(JSON.stringify(Object.fromEntries(kept)), id, row.ord)
        }
        save.run(JSON.stringify(common), accepted ? JSON.stringify(accepted) : batch.accepted, now, id)
        return { version: version + 1, updatedAt: now }
      },
    ),

    /**
     * Makes the drafts of all ready rows in one transaction. From then on the draft has the data of the row.
     * @returns ids of the drafts
     */
    makeTransferDrafts: db.transaction(
      (id: string, version: number, now: number): string[] | 'changed' | 'unknown' => {
        const batch = find.get(id)
        if (!batch) return 'unknown'
        if (batch.version !== version) return 'changed'
        const made: string[] = []
        for (const { row, form, number, accepted } of openForms(batch, rowsOf.all(id))) {
          const circumstances = { verdict: null, duplicates: findDuplicates(row.draft_id, form) }
          if (checkBatchRow(row.ord, form, circumstances, accepted, now).state !== 'ready') continue
          createDraft(row.draft_id, 'transfer', form, now)
          setMade.run(number, id, row.ord)
          made.push(row.draft_id)
        }
        if (made.length > 0) save.run(batch.fields, batch.accepted, now, id)
        return made
      },
    ),

    /** Drafts of a batch, with their row numbers and the accepted warnings. */
    transferBatchDrafts(
      id: string,
    ): { accepted: string[]; drafts: { ord: number; draftId: string }[] } | null {
      const batch = find.get(id)
      if (!batch) return null
      const rows = rowsOf.all(id).filter(({ made }) => made === 1)
      return {
        accepted: textsIn(batch.accepted),
        drafts: rows.map(({ ord, draft_id }) => ({ ord, draftId: draft_id })),
      }
    },

    /** Names in the records for these tax identifiers. An identifier without a known name is left out. */
    knownNames: (taxIds: readonly string[]): { taxId: string; name: string }[] =>
      taxIds.flatMap((taxId) => {
        const name = knownFacts(knownParty(cleanTaxId(taxId), '')).best.fullname?.value
        return name === undefined ? [] : [{ taxId, name }]
      }),

    removeTransferBatch: db.transaction((id: string): boolean => {
      removeRows.run(id)
      return remove.run(id).changes > 0
    }),

    /** Deletes the batches that were not changed since this time. Their drafts remain. */
    forgetTransferBatches: db.transaction((before: number): void => {
      forgetRows.run(before)
      forget.run(before)
    }),
  }
}
