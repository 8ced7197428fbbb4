import type { ServiceContext } from '../context.ts'
import { createCounters } from '../db/open.ts'
import { createDueWork, type DueWork } from '../due-work.ts'
import { createDraw } from '../registry/draw.ts'
import { createSteps, type PlayedStores } from './autoplay-steps.ts'

/** Interval between two steps at speed 1: a day at a real office takes seconds in a demonstration. */
const STEP_MS = 8_000
const JITTER_MS = 6_000

/** How fast everything that plays goes on. */
interface Pace {
  readonly paused: boolean
  /** Multiplies the speed of each. */
  readonly speed: number
}

export interface Autoplay {
  /**
   * In a transaction: the procedure or signature advances by itself from now on.
   * @param share of the usual wait before its first step
   */
  play(id: string, speed: number, share?: number): void
  pace(): Pace & { readonly playing: number }
  /** In a transaction: changes the pace from now on. */
  setPace(change: Partial<Pace>): void
  /** In a transaction: takes the next step now, also while paused. @returns what moved; `null` if nothing can */
  step(): string | null
  readonly work: DueWork
}

interface PlayRow {
  id: string
  speed: number
  step: number
}

const PAUSED = 'pace-paused'
const PERMILLE = 'pace-permille'
const NORMAL = 1_000

/**
 * Simulates the work of the operator and of signatories, with an occasional incident. Each step depends on the id
 * alone, so the same ids have the same history. Steps that were due while the service was stopped or paused are
 * spread over the time that follows: a demonstration opened the next day does not do a night's work at once.
 */
export function createAutoplay(
  context: Pick<ServiceContext, 'clock' | 'log' | 'db'>,
  stores: PlayedStores,
): Autoplay {
  const { clock, log, db } = context
  const counters = createCounters(db)
  const take = createSteps(stores)
  const upsert = db.prepare<[string, number, number, number]>(
    `INSERT INTO play (id, speed, step, due_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET speed = excluded.speed, step = excluded.step, due_ms = excluded.due_ms`,
  )
  const remove = db.prepare<[string]>('DELETE FROM play WHERE id = ?')
  const next = db.prepare<[], { due: number | null }>('SELECT min(due_ms) AS due FROM play')
  const due = db.prepare<[number, number], PlayRow>(
    'SELECT id, speed, step FROM play WHERE due_ms <= ? ORDER BY due_ms LIMIT ?',
  )
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM play')
  const rescale = db.prepare<{ now: number; by: number }>(
    'UPDATE play SET due_ms = @now + CAST((due_ms - @now) * @by AS INTEGER) WHERE due_ms > @now',
  )
  const transaction = db.transaction((work: () => void) => work())

  const pace = (): Pace => ({
    paused: counters.read(PAUSED) === 1,
    speed: (counters.read(PERMILLE) || NORMAL) / NORMAL,
  })
  const dueOf = (id: string, step: number, speed: number): number => {
    const wait = STEP_MS + createDraw(`${id}/wait/${step}`)(JITTER_MS)
    return clock.now() + Math.ceil(wait / (speed * pace().speed))
  }

  function advance({ id, speed, step }: PlayRow): boolean {
    const outcome = take(id, step)
    if (outcome === 'over') remove.run(id)
    else upsert.run(id, speed, step + 1, dueOf(id, step + 1, speed))
    return outcome === 'moved'
  }

  /** One after another, from now on. */
  function spreadOverdue(): void {
    const now = clock.now()
    const rows = due.all(now, -1)
    for (const [index, { id, speed, step }] of rows.entries()) {
      const share = (index + 1) / rows.length
      upsert.run(id, speed, step, now + Math.ceil((dueOf(id, step, speed) - now) * share))
    }
  }

  const work = createDueWork({
    name: 'what plays by itself',
    clock,
    log,
    nextDueMs: () => (pace().paused ? null : (next.get()?.due ?? null)),
    run(now, limit) {
      if (pace().paused) return
      const rows = due.all(now, limit)
      if (rows.length > 0) transaction.immediate(() => rows.forEach(advance))
    },
  })
  /** After the transaction. */
  const wake = () => {
    const at = next.get()?.due
    if (at != null && !pace().paused) setImmediate(() => work.expect(at))
  }

  return {
    work: {
      ...work,
      start() {
        transaction.immediate(spreadOverdue)
        work.start()
      },
    },
    play(id, speed, share = 1) {
      const now = clock.now()
      upsert.run(id, speed, 0, now + Math.ceil((dueOf(id, 0, speed) - now) * share))
      wake()
    },
    pace: () => ({ ...pace(), playing: count.get()?.n ?? 0 }),
    setPace({ paused, speed }) {
      const before = pace()
      if (speed !== undefined) {
        counters.write(PERMILLE, Math.round(speed * NORMAL))
        rescale.run({ now: clock.now(), by: before.speed / speed })
      }
      if (paused !== undefined) counters.write(PAUSED, paused ? 1 : 0)
      if (before.paused && paused === false) spreadOverdue()
      wake()
    },
    step() {
      // The earliest that moves: some wait for their client.
      for (const row of due.all(Number.MAX_SAFE_INTEGER, -1)) if (advance(row)) return row.id
      return null
    },
  }
}
