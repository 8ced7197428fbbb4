import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Watch, WatchFilter, WatchRow } from '#shared/bridge/watches.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { isWatchEnd, MAX_WATCHES, nextWatchDay } from '#shared/domain/watch-days.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { viewOf } from './fake-lookups.ts'

/** Watched plates of a scene, those that changed last first, and the price of a lookup in cents. */
export interface FakeWatches {
  rows: WatchRow[]
  price?: number
}

const isIn = ({ state, change }: WatchRow, filter: WatchFilter) =>
  filter === 'ended' ? state === 'ended' : state === 'active' && (filter === 'active' || change !== null)

const watchOf = ({ vrm, days, until, note, state, setDay, nextDay }: WatchRow): Watch => ({
  vrm,
  days,
  until,
  note,
  state,
  setDay,
  nextDay,
})

/** Watched plates, in memory. `null` for other commands. */
export function answerWatches(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  if (!name.startsWith('watches.')) return null
  const watches = (bridge.scene.watches ??= { rows: [] })
  const changed = (vrms: readonly string[]) => {
    bridge.changed('watch', [...vrms])
    bridge.changed('lookup', [...vrms])
    return ok({})
  }
  const active = watches.rows.filter((row) => isIn(row, 'active')).length
  switch (name) {
    case 'watches.counts':
      return ok({
        active,
        changed: watches.rows.filter((row) => isIn(row, 'changed')).length,
        ended: watches.rows.filter((row) => isIn(row, 'ended')).length,
      })
    case 'watches.rows': {
      const { filter = 'active', query = '', offset, limit } = args as CommandArgs<'watches.rows'>
      const rows = watches.rows.filter(
        (row) => isIn(row, filter) && foldText(`${row.vrm} ${row.note}`).includes(foldText(query)),
      )
      return ok({ rows: rows.slice(offset, offset + limit), total: rows.length })
    }
    case 'watches.of': {
      const { vrms } = args as CommandArgs<'watches.of'>
      return ok({
        watches: watches.rows.filter(({ vrm }) => vrms.includes(vrm)).map(watchOf),
        price: watches.price ?? 0,
        room: MAX_WATCHES - active,
      })
    }
    case 'watches.set': {
      const { vrms, days, until, note } = args as CommandArgs<'watches.set'>
      if (!isWatchEnd(until, now)) return fail(appError('invalid-request', { detail: 'until' }))
      if (active + vrms.length > MAX_WATCHES) return fail(appError('too-many-watches'))
      const today = isoDay(now)
      const set = vrms.map((vrm): WatchRow => {
        const known = watches.rows.find((row) => row.vrm === vrm)
        const { outcome = null } = viewOf(bridge.scene, vrm).verdict ?? {}
        return {
          outcome,
          disagrees: false,
          since: outcome === null ? null : now,
          brand: '',
          model: '',
          change: null,
          failures: 0,
          ...known,
          vrm,
          days,
          until,
          note,
          state: 'active',
          setDay: today,
          nextDay: nextWatchDay(days, today),
        }
      })
      watches.rows = [...set, ...watches.rows.filter(({ vrm }) => !vrms.includes(vrm))]
      return changed(vrms)
    }
    case 'watches.end': {
      const { vrms } = args as CommandArgs<'watches.end'>
      watches.rows = watches.rows.map((row) =>
        vrms.includes(row.vrm) ? { ...row, state: 'ended', nextDay: null } : row,
      )
      return changed(vrms)
    }
    default:
      return ok({})
  }
}
