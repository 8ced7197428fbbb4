import type { FigureGroup, FigureScope, StateFigures } from '#shared/bridge/figures.ts'
import { spreadOf } from '#shared/domain/figures.ts'
import { boundsOf } from '#shared/domain/months.ts'
import type { CaseIndex } from '../cases/case-index.store.ts'
import { UNKNOWN_STAY } from '../cases/case-history.store.ts'
import type { FigureGroups } from './figure-groups.store.ts'

/** Clients that are drawn. */
const MAX_CLIENTS = 12

interface Division {
  /** Name of each group; number 0 counts for no group. */
  names: readonly (string | null)[]
  codeOf: (slot: number) => number
}

/** Times in each state, over the arrays of the ended stays. */
export function createStateFigures({ records, history }: CaseIndex, groups: FigureGroups) {
  function divisionOf(by: FigureGroup): Division {
    if (by === 'none') return { names: [null, null], codeOf: () => 1 }
    if (by === 'type') {
      const { types, columns } = records
      const names = Array.from({ length: types.size }, (_, code) => types.name(code))
      return { names: [null, ...names], codeOf: (slot) => (slot < 0 ? 0 : (columns.type[slot] ?? 0) + 1) }
    }
    const { codes, names } = groups.byClient(MAX_CLIENTS)
    return { names: [null, ...names], codeOf: (slot) => codes[slot] ?? 0 }
  }

  return (scope: FigureScope, by: FigureGroup, now: number): StateFigures => {
    const within = groups.maskOf(scope, now)
    const stays = history.stays()
    const { columns } = records
    const [from, until] = boundsOf(scope.months).map((at) => at / 1_000) as [number, number]
    const { names, codeOf } = divisionOf(by)
    const statuses = history.names.size
    const counts = new Uint32Array(names.length * statuses)
    /** Row of each stay, as the place of its group and state; below 0 for those that do not count. */
    const rowOf = new Int32Array(stays.size).fill(-1)
    let unknown = 0
    let knownFrom = Number.POSITIVE_INFINITY
    for (let at = 0; at < stays.size; at++) {
      const seq = stays.seq[at] ?? 0
      if (seq === 0) continue
      const slot = seq < 0 ? -1 : records.slotOf(seq)
      const isVisible = within[slot] === 1
      // Only those in sight have a client or a label that may be shown, and an erased one no type.
      const isPast = slot < 0 || columns.visible[slot] !== 1
      if (!isVisible && (within.narrowed || by !== 'none' || !isPast)) continue
      const left = stays.leftAt[at] ?? 0
      const isKnown = stays.length[at] !== UNKNOWN_STAY
      if (isKnown && left < knownFrom) knownFrom = left
      if (left < from || left >= until) continue
      const group = codeOf(slot)
      if (group === 0) continue
      if (!isKnown) {
        unknown++
        continue
      }
      const row = group * statuses + (stays.status[at] ?? 0)
      rowOf[at] = row
      counts[row] = (counts[row] ?? 0) + 1
    }

    // The stays of each row together, and each procedure once in its row.
    const starts = new Uint32Array(counts.length + 1)
    for (let row = 0; row < counts.length; row++) starts[row + 1] = (starts[row] ?? 0) + (counts[row] ?? 0)
    const next = starts.slice()
    const members = new Uint32Array(starts.at(-1) ?? 0)
    for (let at = 0; at < stays.size; at++) {
      const row = rowOf[at] ?? -1
      if (row < 0) continue
      const place = next[row] ?? 0
      members[place] = at
      next[row] = place + 1
    }
    const seenIn = new Int32Array(records.size).fill(-1)
    const rows: StateFigures['rows'] = []
    for (let row = 0; row < counts.length; row++) {
      const n = counts[row] ?? 0
      if (n === 0) continue
      const lengths = new Uint32Array(n)
      let cases = 0
      let past = 0
      for (let place = 0; place < n; place++) {
        const at = members[(starts[row] ?? 0) + place] ?? 0
        lengths[place] = stays.length[at] ?? 0
        const slot = records.slotOf(stays.seq[at] ?? -1)
        if (within[slot] !== 1) past++
        else if (seenIn[slot] !== row) {
          seenIn[slot] = row
          cases++
        }
      }
      const { median, p90 } = spreadOf(lengths.toSorted())
      rows.push({
        group: names[Math.floor(row / statuses)] ?? null,
        status: history.names.name(row % statuses),
        stays: n,
        past,
        cases,
        median,
        p90,
      })
    }
    return {
      rows: rows.toSorted((a, b) => b.stays - a.stays),
      unknown,
      knownFrom: Number.isFinite(knownFrom) ? knownFrom * 1_000 : null,
    }
  }
}
