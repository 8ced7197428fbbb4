import type { Trouble } from '#shared/bridge/diagnosis.ts'
import type { Part, TroubleState } from '#shared/domain/health.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** Watches the parts of the application, detects stalled parts, and publishes the parts in trouble. */
export interface Supervisor {
  readonly troubles: readonly Trouble[]
  /**
   * Watches a part. It has stalled if its number stays the same for longer than `patienceMs`.
   * @param inHand number of the part's oldest unit of work, which changes with every step, or `null` while idle
   */
  watch(part: Part, currentWork?: { current: () => number | null; patienceMs: number }): PartWatch
  /** Removes a trouble that the user has read. If the trouble is not over, the next report shows it again. */
  dismiss(part: Part): void
  stop(): void
}

/** Reports of one part. */
export interface PartWatch {
  report(state: TroubleState): void
  /** Reports that the part works. Passing troubles are over. */
  reportWorking(): void
  /** Reports that the part no longer exists. Unread troubles stay. */
  end(): void
}

export interface SupervisorDeps {
  clock: Clock
  log: Log
  onTroubles: (troubles: readonly Trouble[]) => void
  /** Overrides the `patienceMs` of every part. */
  patienceMs?: number | undefined
}

const TICK_MS = 500
/** States of troubles that are already over. They stay until they are dismissed. */
const OVER: ReadonlySet<TroubleState> = new Set(['restarted', 'emptied', 'unexpected'])

export function createSupervisor({ clock, log, onTroubles, patienceMs }: SupervisorDeps): Supervisor {
  const stopping = new AbortController()
  const troubles = new Map<Part, Trouble>()
  const watched = new Set<{ tick: () => void }>()
  let ticking = false

  const publishTroubles = () => onTroubles([...troubles.values()])

  function setTrouble(part: Part, state: TroubleState): void {
    if (stopping.signal.aborted || troubles.get(part)?.state === state) return
    log.warn(`runtime: ${part} ${state}`)
    troubles.set(part, { part, state, at: clock.now() })
    publishTroubles()
  }

  function clearTrouble(part: Part): void {
    if (troubles.delete(part)) publishTroubles()
  }

  /** Counts ticks instead of reading the clock: a sleep of the PC or a clock change is not a stall. */
  async function tick(): Promise<void> {
    while (!stopping.signal.aborted && watched.size > 0) {
      await clock.sleep(TICK_MS, stopping.signal)
      for (const each of watched) each.tick()
    }
    ticking = false
  }

  return {
    get troubles() {
      return [...troubles.values()]
    },

    watch(part, currentWork) {
      let state: TroubleState | null = null
      let seen: number | null = null
      let ticks = 0
      const passing = () => state !== null && !OVER.has(state)
      const watch: PartWatch = {
        report(next) {
          state = next
          setTrouble(part, next)
        },
        reportWorking() {
          if (passing()) {
            clearTrouble(part)
            state = null
          }
        },
        end() {
          if (entry) watched.delete(entry)
          watch.reportWorking()
        },
      }
      const entry = currentWork && {
        tick() {
          const current = currentWork.current()
          ticks = current !== null && current === seen ? ticks + 1 : 0
          seen = current
          if (ticks * TICK_MS >= (patienceMs ?? currentWork.patienceMs)) {
            if (state !== 'stalled') watch.report('stalled')
          } else if (state === 'stalled') watch.reportWorking()
        },
      }
      if (entry) {
        watched.add(entry)
        if (!ticking) {
          ticking = true
          void tick()
        }
      }
      return watch
    },

    dismiss: clearTrouble,

    stop() {
      stopping.abort()
      watched.clear()
    },
  }
}
