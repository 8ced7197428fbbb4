import { useCallback, useMemo, useState } from 'react'
import type { BatchRowCheck, BatchRowView, TransferBatchView } from '#shared/bridge/transfer-batches.ts'
import {
  batchForm as formOfRow,
  batchInvoices,
  BATCH_COLUMNS,
  cellField,
  checkBatchRow,
  type BatchValues,
} from '#shared/domain/transfer-batch.ts'
import { type GridColumn } from '#shared/domain/transfer-batch-paste.ts'
import { tidyDay } from '#shared/domain/typed-day.ts'
import { useClient } from '../../replica/client.ts'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { useAutosave } from '../autosave/use-autosave.ts'
import { batchForm, batchSource, leaveBatchForm, type BatchForm } from './batch-form.ts'
import { madeRowState, openRowState, type RowState } from './row-state.ts'

/** A row on screen. */
export interface GridRow extends BatchRowView {
  isMade: boolean
  /** Its own values, in the order of `BATCH_COLUMNS`. */
  own: readonly string[]
  /** What it takes from what is common, in the same order. */
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
/** What is about to be sent counts down while it is looked at. */
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

/** A day: what a check says changes at midnight, and when a verdict is a day old. */
const CHECKED_FOR_MS = 60_000

/** Checks rows, and remembers each: at a key typed in one cell the other rows are what they were. */
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

/** What a row shows where it has nothing of its own. */
function inheritedOf(
  own: readonly string[],
  fields: Readonly<Record<string, string>>,
  values: BatchValues,
): readonly string[] {
  const other = values['dealer'] === 'buyer' ? 'seller' : 'buyer'
  const names = [`${other}TaxId`, `${other}Name`, 'taxableBase', 'invoiceNumber', 'contractDate', 'notes']
  return names.map((name, index) => (own[index]?.trim() === '' ? (fields[name] ?? '') : ''))
}

/** Text of a cell as it is shown. */
export function shownText({ vrm, own, inherited }: GridRow, column: GridColumn): string {
  if (column === 'vrm') return vrm
  const index = BATCH_COLUMNS.indexOf(column)
  return own[index] || inherited[index] || ''
}

/** Stored form of what was typed in a cell: a date in full. */
export const tidyCell = (column: GridColumn, value: string, now: number): string =>
  column === 'contractDate' ? tidyDay(value, now) : value
