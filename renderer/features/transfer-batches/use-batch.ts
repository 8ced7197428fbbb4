import { useCallback, useMemo, useState } from 'react'
import type { BatchRowCheck, BatchRowView, TransferBatchView } from '#shared/bridge/transfer-batches.ts'
import {
  batchForm as formOfRow,
  batchInvoices,
  BATCH_COLUMNS,
  cellField,
  checkBatchRow,
  type BatchValues,
  MAX_SAVED_FIELDS,
  BATCH_COMMON,
  parseCellField,
  COMMON_CONTROL,
  DEALER_CONTROL,
  rowControl,
  type BatchField,
} from '#shared/domain/transfer-batch.ts'
import type { GridColumn } from '#shared/domain/transfer-batch-paste.ts'
import { tidyDay } from '#shared/domain/typed-day.ts'
import type { Result } from '#shared/bridge/result.ts'
import { useClient, type Client } from '../../replica/client.ts'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { useAutosave, type Autosave, createAutosave } from '../../app/forms/autosave.ts'
import { entriesOf, type FormSource } from '../../app/forms/form-state.ts'
import { madeRowState, openRowState, type RowState } from './row-state.ts'

/** Row on screen. */
export interface GridRow extends BatchRowView {
  isMade: boolean
  /** The row's own values, in the order of `BATCH_COLUMNS`. */
  own: readonly string[]
  /** Values inherited from the common form, in the same order. */
  inherited: readonly string[]
  says: RowState
}

export interface BatchOnScreen {
  form: BatchForm
  batch: TransferBatchView
  values: BatchValues
  accepted: readonly string[]
  rows: readonly GridRow[]
}

const UNKNOWN = { verdict: null, duplicates: [] }
/** Refresh interval while a row shows the countdown before its sending. */
const TICK_MS = 1_000
const CALM_MS = 30_000

/** A loaded batch with this window's unsaved typing, each row checked as it is typed. */
export function useBatch(known: TransferBatchView): BatchOnScreen {
  const client = useClient()
  const [form] = useState(() => batchForm(client, known))
  const { id } = known
  const leave = useCallback(() => void leaveBatchForm(client, id, form), [client, id, form])
  const source = useMemo(() => batchSource(known), [known])
  const { fields: values, accepted } = useAutosave(form, source, leave)
  const { data: checks } = useQuery('transfer-batches.checks', { id })
  const now = useNow(known.rows.some(({ state }) => state === 'leaving') ? TICK_MS : CALM_MS)
  const [check] = useState(createRowChecker)
  const places = useMemo(
    () => known.rows.map(({ ord, vrm, state, number }) => ({ ord, vrm, number, isMade: state !== 'open' })),
    [known.rows],
  )
  const invoices = batchInvoices(places, values, accepted)
  const circumstances = useMemo(() => new Map(checks?.rows.map((row) => [row.ord, row])), [checks])
  const rows = known.rows.map((row) =>
    check(row, invoices.get(row.ord)?.text ?? '', values, accepted, circumstances.get(row.ord), now),
  )
  return { form, batch: known, values, accepted, rows }
}

/** Cached checks expire after this time: their words change at midnight and when a verdict is a day old. */
const CHECKED_FOR_MS = 60_000

/** Checks rows and caches the results, so that typing in one cell rechecks one row. */
function createRowChecker() {
  const kept = new Map<number, { key: string; row: BatchRowView; known: unknown; shown: GridRow }>()
  return (
    row: BatchRowView,
    invoice: string,
    values: BatchValues,
    accepted: readonly string[],
    known: BatchRowCheck | undefined,
    now: number,
  ): GridRow => {
    const { ord } = row
    const isMade = row.state !== 'open'
    const own = BATCH_COLUMNS.map((column) => values[cellField(ord, column)] ?? '')
    const form = isMade ? null : formOfRow(row, invoice, values, accepted)
    const mine = accepted.filter((one) => one.startsWith(`${ord} `))
    const every = row.state === 'leaving' ? TICK_MS : CHECKED_FOR_MS
    const key = JSON.stringify([own, form, mine, Math.floor(now / every)])
    const last = kept.get(ord)
    if (last && last.key === key && last.row === row && last.known === known) return last.shown
    const state = form
      ? openRowState(checkBatchRow(ord, form, known ?? UNKNOWN, accepted, now), values)
      : madeRowState(row, now)
    const shown: GridRow = {
      ...row,
      isMade,
      own,
      inherited: form ? inheritedOf(own, form.fields, values) : own.map(() => ''),
      says: state,
    }
    kept.set(ord, { key, row, known, shown })
    return shown
  }
}

/** Inherited values that a row shows in its empty cells. */
function inheritedOf(
  own: readonly string[],
  fields: Readonly<Record<string, string>>,
  values: BatchValues,
): readonly string[] {
  const other = values['dealer'] === 'buyer' ? 'seller' : 'buyer'
  const names = [`${other}TaxId`, `${other}Name`, 'taxableBase', 'invoiceNumber', 'contractDate', 'notes']
  return names.map((name, index) => (own[index]?.trim() === '' ? (fields[name] ?? '') : ''))
}

/** Text of a cell on screen. */
export function shownText({ vrm, own, inherited }: GridRow, column: GridColumn): string {
  if (column === 'vrm') return vrm
  const index = BATCH_COLUMNS.indexOf(column)
  return own[index] || inherited[index] || ''
}

/** Stored form of a typed cell. A date gets its full form. */
export const tidyCell = (column: GridColumn, value: string, now: number): string =>
  column === 'contractDate' ? tidyDay(value, now) : value

export type BatchForm = Autosave<BatchField, string>
type BatchSource = FormSource<BatchField, string>

/** Form source of a batch: every common field, and every cell. */
function batchSource({ version, fields, accepted, rows }: TransferBatchView): BatchSource {
  const all = [...BATCH_COMMON, ...rows.flatMap(({ ord }) => BATCH_COLUMNS.map((one) => cellField(ord, one)))]
  return {
    version,
    fields: Object.fromEntries(all.map((name) => [name, fields[name] ?? ''])) as BatchSource['fields'],
    accepted,
  }
}

/** Acceptances that are withdrawn when a field changes. */
function acceptedOf(field: BatchField): readonly string[] {
  if (field === 'dealerTaxId') return [DEALER_CONTROL]
  if (field === 'otherTaxId') return [COMMON_CONTROL]
  const cell = parseCellField(field)
  return cell?.column === 'otherTaxId' ? [rowControl(cell.ord)] : []
}

/** Form of one batch, saved in the core as it is typed. */
function createBatchForm(
  { bridge, now }: Pick<Client, 'bridge' | 'now'>,
  batch: TransferBatchView,
): BatchForm {
  const { id } = batch
  const form: BatchForm = createAutosave<BatchField, string>({
    known: batchSource(batch),
    now,
    acceptedOf,
    /** A large paste is sent in parts. Each part is based on the version that the previous part returned. */
    async save(version, { fields, accepted }): Promise<Result<BatchSource>> {
      const entries = entriesOf(fields)
      let last = version
      for (let at = 0; at === 0 || at < entries.length; at += MAX_SAVED_FIELDS) {
        const part = Object.fromEntries(entries.slice(at, at + MAX_SAVED_FIELDS))
        const answer = await bridge.call('transfer-batches.save', {
          id,
          version: last,
          fields: part,
          ...(at === 0 && accepted && { accepted }),
        })
        if (!answer.ok) return answer
        last = answer.value.version
      }
      const { base } = form.store.getState().form
      return {
        ok: true,
        value: {
          version: last,
          fields: { ...base.fields, ...Object.fromEntries(entries) },
          accepted: accepted ?? base.accepted,
        },
      }
    },
    async read() {
      const answer = await bridge.call('transfer-batches.get', { id })
      return answer.ok ? { ok: true, value: batchSource(answer.value) } : answer
    },
  })
  return form
}

/** Returns the form of a batch: the same instance while it has unsaved changes. */
const batchForm = (client: Client, batch: TransferBatchView): BatchForm =>
  client.forms.of(batchFormKey(batch.id), () => createBatchForm(client, batch))

/** Call this when the page of the batch unmounts. */
const leaveBatchForm = ({ forms }: Client, id: string, form: BatchForm): Promise<void> =>
  forms.leave(batchFormKey(id), form)

const batchFormKey = (id: string) => `transfer-batch ${id}`
