import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import {
  type LeftOut,
  type NewPlateList,
  type PlateList,
  type PlateListFilter,
  type PlateListRow,
  type PlateListView,
} from '#shared/bridge/plate-lists.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { PLATE_LIST_FILTERS } from '#shared/domain/plate-list-limits.ts'
import { foldText } from '#shared/domain/search-text.ts'
import { plateListText } from '#shared/text/plate-list-text.ts'
import type { FakeBridge } from './fake-bridge.ts'

/** A list with its rows, as they came. */
export interface FakePlateList extends Pick<PlateList, 'id' | 'name' | 'createdAt' | 'state'> {
  rows: PlateListRow[]
  leftOut?: LeftOut
  endsAt?: number
  ahead?: number
}

const NOTHING_OUT: LeftOut = { unread: [], repeated: [], beyond: 0 }
const isOpen = ({ state }: PlateListRow) => state === 'waiting' || state === 'asked'

function classOf(row: PlateListRow): PlateListFilter {
  const known = PLATE_LIST_FILTERS.find((filter) => filter === row.outcome)
  return known ?? (isOpen(row) ? 'waiting' : 'unanswered')
}

const isIn = (row: PlateListRow, filter: PlateListFilter) =>
  filter === 'marked' ? row.marked : classOf(row) === filter

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

function viewed({ rows }: FakePlateList, { filter, query = '', order = 'answer' }: Partial<PlateListView>) {
  const words = foldText(query)
  const found = rows.filter(
    (row) =>
      (filter === undefined || isIn(row, filter)) &&
      foldText(`${row.vrm} ${row.cameWith} ${row.note}`).includes(words),
  )
  const rank = (row: PlateListRow) => PLATE_LIST_FILTERS.indexOf(classOf(row))
  return order === 'line' ? found : found.toSorted((a, b) => rank(a) - rank(b) || a.ord - b.ord)
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
  const { id } = args as { id: string }
  const list = lists.find((one) => one.id === id)
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
      const rows = viewed(list, view as PlateListView)
      return ok({ rows: rows.slice(offset, offset + limit), total: rows.length })
    }
    case 'plate-lists.text':
      return ok({ text: plateListText(viewed(list, args), now) })
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
  const { plates, ...leftOut } = JSON.parse(await file.text()) as NewPlateList
  const list: FakePlateList = {
    id,
    name,
    createdAt: now,
    state: 'running',
    leftOut,
    rows: plates.map(({ note, ...plate }, ord) => ({
      ...plate,
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
    })),
  }
  bridge.scene.plateLists = [list, ...(bridge.scene.plateLists ?? [])]
  bridge.changed('plate-list', [id])
  return ok(summary(list))
}
