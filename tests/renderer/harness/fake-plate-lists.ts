import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import {
  isWholeList,
  plateListViewSchema,
  type CompleteOffer,
  type LeftOut,
  type ListTable,
  type NewPlateList,
  type PlateList,
  type PlateListFilter,
  type PlateListRow,
  type PlateListView,
} from '#shared/bridge/plate-lists.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { MAX_COMPLETE_AT_ONCE, PLATE_LIST_FILTERS } from '#shared/domain/plate-list.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { plateListText } from '#shared/text/client-answer.ts'
import type { FakeBridge } from './fake-bridge.ts'

/** A list with its rows, as they came. */
export interface FakePlateList extends Pick<PlateList, 'id' | 'name' | 'createdAt' | 'state'> {
  rows: PlateListRow[]
  leftOut?: LeftOut
  table?: ListTable
  endsAt?: number
  ahead?: number
  /** Places of the rows that were put before the others that wait. */
  first?: ReadonlySet<number>
}

const NOTHING_OUT: LeftOut = { unread: [], repeated: [], beyond: 0 }
const isOpen = ({ state }: PlateListRow) => state === 'waiting' || state === 'asked'

function classOf(row: PlateListRow): PlateListFilter {
  const known = PLATE_LIST_FILTERS.find((filter) => filter === row.outcome)
  return known ?? (isOpen(row) ? 'waiting' : 'unanswered')
}

const isIn = (row: PlateListRow, filter: PlateListFilter) =>
  filter === 'marked'
    ? row.marked
    : filter === 'other_vehicle'
      ? row.otherVehicle !== null
      : classOf(row) === filter

function summary({ id, name, createdAt, state, rows, endsAt, ahead = 0 }: FakePlateList): PlateList {
  const counts = Object.fromEntries(
    PLATE_LIST_FILTERS.map((filter) => [filter, rows.filter((row) => isIn(row, filter)).length]),
  ) as PlateList['counts']
  return {
    id,
    name,
    createdAt,
    state,
    endsAt: endsAt ?? null,
    ahead,
    counts,
    total: rows.length,
    open: rows.filter(isOpen).length,
  }
}

export function viewedRows(
  { rows, first }: FakePlateList,
  { ords, filter, query = '', order = 'answer' }: Partial<PlateListView>,
) {
  const words = foldText(query)
  const chosen = ords && rows.filter(({ ord }) => ords.includes(ord))
  const wanted = rows.filter(
    (row) =>
      (filter === undefined || isIn(row, filter)) &&
      foldText(`${row.vrm} ${row.cameWith} ${row.note}`).includes(words),
  )
  const found = chosen ?? wanted
  const rank = (row: PlateListRow) => PLATE_LIST_FILTERS.indexOf(classOf(row))
  const turn = ({ ord, state }: PlateListRow) => (state === 'waiting' && first?.has(ord) ? 0 : 1)
  return order === 'line'
    ? found
    : found.toSorted((a, b) => rank(a) - rank(b) || turn(a) - turn(b) || a.ord - b.ord)
}

/** Lists of plates, in memory. `null` for other commands. */
export function answerPlateLists(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  if (!name.startsWith('plate-lists.')) return null
  const lists = (bridge.scene.plateLists ??= [])
  if (name === 'plate-lists.list') return ok({ rows: lists.map(summary) })
  if (name === 'plate-lists.columns') return ok({ known: bridge.scene.knownColumns ?? null })
  if (name === 'plate-lists.twin') {
    const wanted = (args as CommandArgs<'plate-lists.twin'>).vrms.toSorted().join()
    const twin = lists.find(
      ({ rows }) =>
        rows
          .map(({ vrm }) => vrm)
          .toSorted()
          .join() === wanted,
    )
    return ok({ list: twin ? { id: twin.id, name: twin.name, createdAt: twin.createdAt } : null })
  }
  const { id } = args as { id: string }
  const list = lists.find((one) => one.id === id)
  if (!list && name === 'plate-lists.rows') return ok({ rows: [], total: 0 })
  if (!list) return fail(appError('not-found'))
  const changed = () => {
    bridge.changed('plate-list', [id])
    return ok({})
  }
  switch (name) {
    case 'plate-lists.get':
      return ok({ ...summary(list), leftOut: list.leftOut ?? NOTHING_OUT })
    case 'plate-lists.rows': {
      const { offset, limit, ...view } = args as CommandArgs<'plate-lists.rows'>
      const rows = viewedRows(list, view as PlateListView)
      return ok({ rows: rows.slice(offset, offset + limit), total: rows.length })
    }
    case 'plate-lists.ords':
      return ok({ ords: viewedRows(list, args).map(({ ord }) => ord) })
    case 'plate-lists.notes': {
      const { ords } = args as CommandArgs<'plate-lists.notes'>
      const notes = list.rows.filter(({ ord }) => ords.includes(ord)).map(({ note }) => note)
      const [first = ''] = notes
      return ok({
        noted: notes.filter(Boolean).length,
        common: notes.every((one) => one === first) ? first : '',
      })
    }
    case 'plate-lists.note': {
      const { ords, note } = args as CommandArgs<'plate-lists.note'>
      list.rows = list.rows.map((row) => (ords.includes(row.ord) ? { ...row, note } : row))
      return changed()
    }
    case 'plate-lists.mark': {
      const { ords, marked } = args as CommandArgs<'plate-lists.mark'>
      list.rows = list.rows.map((row) => (ords.includes(row.ord) ? { ...row, marked } : row))
      return changed()
    }
    case 'plate-lists.rows-first': {
      const { ords } = args as CommandArgs<'plate-lists.rows-first'>
      const moved = list.rows.filter(({ ord, state }) => ords.includes(ord) && state === 'waiting')
      list.first = new Set(moved.map(({ ord }) => ord))
      bridge.changed('plate-list', [id])
      return ok({ moved: moved.length })
    }
    case 'plate-lists.complete-offer': {
      const { ords } = args as CommandArgs<'plate-lists.complete-offer'>
      const chosen = ords.map((ord) => list.rows.find((row) => row.ord === ord)!)
      const count = (of: RegExp) => chosen.filter((row) => of.test(row.complete?.state ?? '')).length
      const asked = chosen.filter(({ complete }) => complete === null || complete.state === 'failed')
      return ok({
        ords: asked.slice(0, MAX_COMPLETE_AT_ONCE).map(({ ord }) => ord),
        vrms: asked.slice(0, MAX_COMPLETE_AT_ONCE).map(({ vrm }) => vrm),
        beyond: Math.max(0, asked.length - MAX_COMPLETE_AT_ONCE),
        leftOut: {
          recent: count(/done/),
          open: count(/queued|sending|processing|waiting/),
          uncertain: count(/uncertain/),
          unregistered: count(/unanswered/),
        },
        price: 867,
        recentHours: 24,
        thisMonth: 3,
      } satisfies CompleteOffer)
    }
    case 'plate-lists.complete-request': {
      const { ords } = args as CommandArgs<'plate-lists.complete-request'>
      list.rows = list.rows.map((row) =>
        ords.includes(row.ord) ? { ...row, complete: { state: 'sending', checkedAt: null } } : row,
      )
      bridge.changed('plate-list', [id])
      return ok({ asked: ords.length })
    }
    case 'plate-lists.text':
      return ok({
        text: plateListText(
          viewedRows(list, args),
          now,
          isWholeList(plateListViewSchema.parse(args)) ? (list.leftOut ?? null) : null,
        ),
      })
    case 'plate-lists.rename':
      list.name = (args as CommandArgs<'plate-lists.rename'>).name
      return changed()
    case 'plate-lists.pause':
      list.state = 'stopped'
      return changed()
    case 'plate-lists.resume':
    case 'plate-lists.retry':
      list.state = 'running'
      return changed()
    case 'plate-lists.cancel':
      list.state = 'done'
      list.rows = list.rows.map((row) =>
        isOpen(row) ? { ...row, state: 'failed', error: appError('cancelled') } : row,
      )
      return changed()
    case 'plate-lists.remove':
      bridge.scene.plateLists = lists.filter((one) => one !== list)
      return changed()
    case 'plate-lists.annotate': {
      const { ord, note, marked } = args as CommandArgs<'plate-lists.annotate'>
      list.rows = list.rows.map((row) =>
        row.ord === ord ? { ...row, note: note ?? row.note, marked: marked ?? row.marked } : row,
      )
      return changed()
    }
    default:
      return ok({})
  }
}

/** Begins a list, as `plate-lists.create`. */
export async function receivePlateList(
  bridge: FakeBridge,
  { id, name }: { id: string; name: string },
  file: File,
  now: number,
): Promise<Result<PlateList>> {
  const { plates, table, ...leftOut } = JSON.parse(await file.text()) as NewPlateList
  const list: FakePlateList = {
    id,
    name,
    createdAt: now,
    state: 'running',
    leftOut,
    ...(table && { table }),
    rows: plates.map(({ vrm, line, written, repaired, note }, ord) => ({
      vrm,
      line,
      written,
      repaired,
      ord,
      cameWith: note,
      note: '',
      marked: false,
      state: 'waiting',
      error: null,
      outcome: null,
      disagrees: false,
      checkedAt: null,
      brand: '',
      model: '',
      otherVehicle: null,
      complete: null,
    })),
  }
  bridge.scene.plateLists = [list, ...(bridge.scene.plateLists ?? [])]
  bridge.changed('plate-list', [id])
  return ok(summary(list))
}
