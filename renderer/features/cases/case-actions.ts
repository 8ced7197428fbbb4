import { useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TransferArgs } from '#shared/bridge/contract.ts'
import type { CaseFilter, CaseRow, CaseSelection, CaseSort } from '#shared/bridge/cases.ts'
import type { Result } from '#shared/bridge/result.ts'
import { caseTransferText, selectionText as text } from '#shared/text/cases.ts'
import { verdictText } from '#shared/text/verdict.ts'
import { type Client, useClient } from '../../replica/client.ts'
import { announce } from '../../app/announcer.tsx'
import {
  mapped,
  type Picked,
  selectionOf,
  withoutOne,
  extended,
  NOTHING_PICKED,
  pickedAmount,
  toggled,
  proceduresState,
  setPicked,
  useProceduresState,
} from './cases-state.ts'
import { onAccountChange } from '../../app/account-change.ts'
import { sayFailed, sayFailedWithAdvice } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'
import type { Bridge, TransferProgress } from '../../bridge.ts'
import type { CaseListState } from '../../replica/use-case-list.ts'
import { placeNear } from '../../design/row-place.ts'
import { summaryLine } from './row-words.ts'

/** Rows that an action applies to: the picked rows; without any, the row with the keyboard. */
export interface Target {
  selection: CaseSelection
  /** Rows of the target; `null` if every row of a filter is picked, because these rows have not been read. */
  rows: readonly CaseRow[] | null
  amount: number
}

export function targetOf(picked: Picked, total: number, current: CaseRow | undefined): Target | null {
  if (picked.kind === 'all') return { selection: { filter: picked.filter }, rows: null, amount: total }
  const rows = picked.rows.size > 0 ? [...picked.rows.values()] : current ? [current] : []
  const selection = selectionOf({ kind: 'some', rows: new Map(rows.map((row) => [row.id, row])) })
  return selection === null ? null : { selection, rows, amount: rows.length }
}

const ANY_ORDER: CaseSort = { by: 'recent', descending: true }
const MAX_COPIED = 200

/** Reads the rows of the target. `null` on a failure, which has been announced. */
async function rowsOf({ bridge }: Client, { selection, rows }: Target): Promise<readonly CaseRow[] | null> {
  if (rows !== null || !('filter' in selection)) return rows
  const answer = await readRows(bridge, selection.filter, ANY_ORDER, MAX_UNDOABLE)
  if (answer.ok) return answer.value.rows
  sayFailed(answer.error)
  return null
}

/** True if the action can be undone exactly. Otherwise the user confirms the action first. */
export const isUndoable = ({ amount }: Target) => amount <= MAX_UNDOABLE

interface BatchChange {
  ask: () => Promise<Result<{ changed: number }>>
  /** A row after the change. */
  after: (row: CaseRow) => CaseRow
  undoOf: (before: readonly CaseRow[]) => readonly BatchUndo[]
  said: (n: number) => string
}

/** Updates the picked rows in memory, so that undoing a later action restores the state of this one. */
const keepPicked = (after: (row: CaseRow) => CaseRow) => setPicked(mapped(proceduresState().picked, after))

async function change(client: Client, target: Target, { ask, after, undoOf, said }: BatchChange) {
  const before = isUndoable(target) ? await rowsOf(client, target) : []
  if (before === null) return
  const answer = await ask()
  if (!answer.ok) return sayFailed(answer.error)
  keepPicked(after)
  const undos = undoOf(before)
  const { changed } = answer.value
  if (changed === 0) return showToast(text.nothing)
  showToast(
    said(changed),
    'done',
    undos.length === 0 ? undefined : { label: text.undo, run: () => void undo(client, undos) },
  )
}

async function undo({ bridge }: Client, undos: readonly BatchUndo[]) {
  for (const one of undos) {
    const answer = await bridge.call(one.name, one.args)
    if (!answer.ok) return sayFailed(answer.error)
    if (one.name === 'case-notes.remove') continue
    const of = new Set(one.args.selection.ids)
    keepPicked((row) => (of.has(row.id) ? restoredRow(row, one) : row))
  }
  showToast(text.undone)
}

function restoredRow(row: CaseRow, undone: Exclude<BatchUndo, { name: 'case-notes.remove' }>): CaseRow {
  switch (undone.name) {
    case 'cases.mark':
      return { ...row, marked: undone.args.marked }
    case 'cases.assign':
      return { ...row, assigned: undone.args.person }
    case 'cases.label':
      return labelled(row, undone.args.add, undone.args.remove)
  }
}

export const markAll = (client: Client, target: Target, marked: boolean) =>
  change(client, target, {
    ask: () => client.bridge.call('cases.mark', { selection: target.selection, marked }),
    after: (row) => ({ ...row, marked }),
    undoOf: (before) => undoMark(before, marked),
    said: marked ? text.marked : text.unmarked,
  })

export const labelAll = (client: Client, target: Target, add: readonly string[], remove: readonly string[]) =>
  change(client, target, {
    ask: () =>
      client.bridge.call('cases.label', { selection: target.selection, add: [...add], remove: [...remove] }),
    after: (row) => labelled(row, add, remove),
    undoOf: (before) => undoLabels(before, add, remove),
    said: text.labelled,
  })

export async function assignAll(client: Client, target: Target, person: string, note: string) {
  let noteIds: string[] = []
  await change(client, target, {
    ask: async () => {
      const answer = await client.bridge.call('cases.assign', {
        selection: target.selection,
        person,
        ...(note !== '' && { note }),
      })
      if (answer.ok) ({ noteIds } = answer.value)
      return answer
    },
    after: (row) => ({ ...row, assigned: person }),
    undoOf: (before) => undoAssign(before, person, noteIds),
    said: (n) => text.assigned(n, person),
  })
}

/** Asks the core to refresh each case from the service, as the rate limits allow. Does not wait for the refreshes. */
export async function refreshAll({ bridge, replica }: Client, { selection }: Target) {
  const answer = await bridge.call('cases.refresh', { selection })
  if (!answer.ok) return sayFailed(answer.error)
  const { queued } = answer.value
  const down = replica.getState().slices?.connection.state === 'down'
  showToast(down && queued > 0 ? text.refreshedOffline(queued) : text.refreshed(queued))
}

/** Copies a line per row to the clipboard. */
export async function copySummaries(client: Client, target: Target) {
  if (target.amount > MAX_COPIED) return showToast(text.copyMost(MAX_COPIED), 'failed')
  const rows = await rowsOf(client, target)
  if (rows === null) return
  const now = client.now()
  try {
    await navigator.clipboard.writeText(rows.map((row) => summaryLine(row, now)).join('\n'))
    showToast(text.copied(rows.length))
  } catch {
    showToast(verdictText.notCopied, 'failed')
  }
}

/** Reads every row between two positions. `null` on a failure, which has been announced. */
async function rowsBetween(
  { bridge }: Client,
  filter: CaseFilter,
  sort: CaseSort,
  first: number,
  last: number,
): Promise<readonly CaseRow[] | null> {
  if (last - first >= MAX_UNDOABLE) {
    showToast(text.tooManyBetween, 'failed')
    return null
  }
  const answer = await readRows(bridge, filter, sort, last - first + 1, first)
  if (answer.ok) return answer.value.rows
  sayFailed(answer.error)
  return null
}

/** Unpicks one row while all rows are picked. Reads all rows first, because each of the others stays picked. */
async function unpickOne(client: Client, target: Target, id: string) {
  if (!isUndoable(target)) return showToast(text.tooManyToDrop, 'failed')
  const rows = await rowsOf(client, target)
  if (rows === null) return
  setPicked(withoutOne(rows, id))
  announce(text.picked(Math.max(0, rows.length - 1)))
}

/** Maximum number of rows for an exact undo, which needs the earlier state of each row. */
const MAX_UNDOABLE = 10_000

/** Call that restores some rows. */
type BatchUndo =
  | { name: 'cases.mark'; args: { selection: { ids: string[] }; marked: boolean } }
  | { name: 'cases.label'; args: { selection: { ids: string[] }; add: string[]; remove: string[] } }
  | { name: 'cases.assign'; args: { selection: { ids: string[] }; person: string } }
  | { name: 'case-notes.remove'; args: { noteIds: string[] } }

const idsOf = (rows: readonly CaseRow[]) => ({ ids: rows.map(({ id }) => id) })

/** Restores only the rows whose mark changed. */
export function undoMark(before: readonly CaseRow[], marked: boolean): readonly BatchUndo[] {
  const changed = before.filter((row) => row.marked !== marked)
  return changed.length === 0
    ? []
    : [{ name: 'cases.mark', args: { selection: idsOf(changed), marked: !marked } }]
}

/**
 * Gives each row back to the person who had it, and removes the notes of the assignment. Without the earlier rows
 * nothing can be undone.
 */
export function undoAssign(
  before: readonly CaseRow[],
  person: string,
  noteIds: readonly string[],
): readonly BatchUndo[] {
  if (before.length === 0) return []
  const others = Map.groupBy(
    before.filter(({ assigned }) => assigned !== person),
    ({ assigned }) => assigned,
  )
  return [
    ...[...others].map(([former, rows]) => ({
      name: 'cases.assign' as const,
      args: { selection: idsOf(rows), person: former },
    })),
    ...(noteIds.length > 0 ? [{ name: 'case-notes.remove' as const, args: { noteIds: [...noteIds] } }] : []),
  ]
}

/** Removes an added label from the rows that did not have it. Puts a removed label back on the rows that had it. */
export function undoLabels(
  before: readonly CaseRow[],
  add: readonly string[],
  remove: readonly string[],
): readonly BatchUndo[] {
  const given = add.map((label) => ({ rows: before.filter((row) => !row.labels.includes(label)), label }))
  const taken = remove.map((label) => ({ rows: before.filter((row) => row.labels.includes(label)), label }))
  return [
    ...given
      .filter(({ rows }) => rows.length > 0)
      .map(({ rows, label }) => ({
        name: 'cases.label' as const,
        args: { selection: idsOf(rows), add: [], remove: [label] },
      })),
    ...taken
      .filter(({ rows }) => rows.length > 0)
      .map(({ rows, label }) => ({
        name: 'cases.label' as const,
        args: { selection: idsOf(rows), add: [label], remove: [] },
      })),
  ]
}

/** A row with some labels added and some removed. */
export const labelled = (row: CaseRow, add: readonly string[], remove: readonly string[]): CaseRow => ({
  ...row,
  labels: [...new Set([...row.labels.filter((label) => !remove.includes(label)), ...add])],
})

/** Maximum rows per request. */
const MOST = 200

/** Reads up to `most` rows of a filter, from position `start`. `total` counts all rows of the filter. */
export async function readRows(
  bridge: Bridge,
  filter: CaseFilter,
  sort: CaseSort,
  most: number,
  start = 0,
): Promise<Result<{ rows: CaseRow[]; total: number }>> {
  const rows = new Map<string, CaseRow>()
  for (let offset = 0; ; offset += MOST) {
    const answer = await bridge.call('cases.list', {
      filter,
      sort,
      offset: start + offset,
      limit: Math.min(MOST, most - offset),
    })
    if (!answer.ok) return answer
    // A row that moves between two requests may arrive twice.
    for (const row of answer.value.rows) rows.set(row.id, row)
    const { total } = answer.value
    const end = offset + MOST
    if (answer.value.rows.length === 0 || start + end >= total || end >= most)
      return { ok: true, value: { rows: [...rows.values()], total } }
  }
}

/** Picked rows of the list, and the functions that pick. Each function announces how many rows are picked. */
export function usePicking(list: CaseListState, filter: CaseFilter, sort: CaseSort) {
  const client = useClient()
  const picked = useProceduresState((state) => state.picked)
  /** Row picked last, with its list and position. Shift picks all rows from there. */
  const anchor = useRef<{ serial: number; id: string; index: number } | null>(null)
  const total = list.rows.length

  const announcePicked = () => announce(text.picked(pickedAmount(proceduresState().picked, total)))

  const anchorAt = () => {
    const last = anchor.current
    if (last === null || last.serial !== list.serial) return null
    return placeNear(list.rows, (row) => row.id === last.id, last.index)
  }
  const pickBetween = async (before: Picked, from: number, to: number) => {
    const [first, last] = from < to ? [from, to] : [to, from]
    if (first === 0 && last === total - 1) return setPicked({ kind: 'all', filter })
    const known = Array.from({ length: last - first + 1 }, (_, step) => list.rows.at(first + step))
    const rows = known.some((row) => row === undefined)
      ? await rowsBetween(client, list.foundBy, sort, first, last)
      : known.filter((row) => row !== undefined)
    // If the user picked or filtered during the read, that later choice wins.
    if (rows !== null && proceduresState().picked === before) setPicked(extended(before, rows))
  }

  return {
    picked,
    amount: pickedAmount(picked, total),
    pick(row: CaseRow, index: number, extend: boolean) {
      const before = proceduresState().picked
      if (before.kind === 'all') {
        const target = targetOf(before, total, undefined)
        if (target) void unpickOne(client, target, row.id)
        return
      }
      const from = anchorAt()
      anchor.current = { serial: list.serial, id: row.id, index }
      if (extend && from !== null) return void pickBetween(before, from, index).then(announcePicked)
      setPicked(toggled(before, row))
      announcePicked()
    },
    pickAll() {
      const whole = proceduresState().picked.kind === 'all'
      setPicked(whole || total === 0 ? NOTHING_PICKED : { kind: 'all', filter })
      announcePicked()
    },
    clear() {
      anchor.current = null
      setPicked(NOTHING_PICKED)
      announcePicked()
    },
  }
}

/** File exported from Expedientes. The download belongs to the window: leaving the page does not stop it. */
type CaseTransfer = 'cases.csv' | 'cases.xlsx' | 'service-documents.zip'

interface CaseSaving {
  what: CaseTransfer
  progress: TransferProgress
}

const transfers = createStore<{ saving: CaseSaving | null }>(() => ({ saving: null }))
let abort: AbortController | null = null

/** Starts a download, unless one is running. */
export async function startCaseTransfer<N extends CaseTransfer>(
  bridge: Bridge,
  what: N,
  args: TransferArgs<N>,
) {
  if (abort) return
  const control = new AbortController()
  abort = control
  transfers.setState({ saving: { what, progress: { loaded: 0, total: null } } })
  const answer = await bridge.save(what, args, {
    signal: control.signal,
    onProgress: (progress) => {
      if (abort === control) transfers.setState({ saving: { what, progress } })
    },
  })
  if (abort !== control) return
  abort = null
  transfers.setState({ saving: null })
  if (answer.ok) return showToast(caseTransferText.saved[what])
  sayFailedWithAdvice(answer.error)
}

export function cancelCaseTransfer() {
  abort?.abort()
  abort = null
  transfers.setState({ saving: null })
}
onAccountChange(cancelCaseTransfer)

export const useCaseTransfer = () => useStore(transfers, ({ saving }) => saving)
