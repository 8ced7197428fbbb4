import type { Trouble } from '#shared/bridge/health.ts'
import type { Part, TroubleState } from '#shared/domain/health.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log/log.ts'

/** Knows the moving parts of the application, notices those that stop answering, and says which are in trouble. */
export interface Supervisor {
  readonly troubles: readonly Trouble[]
  /**
   * @param inHand the number of the oldest piece of work that the part has, another with every step forward, or `null`
   * while it has none: the same for longer than `patienceMs` is a part that is stalled
   */
  watch(part: Part, inHand?: { current: () => number | null; patienceMs: number }): PartWatch
  /** The person has read it. What is not over yet comes back with its next report. */
  dismiss(part: Part): void
  stop(): void
}

/** How one part reports. */
export interface PartWatch {
  report(state: TroubleState): void
  /** It works: what passes by itself has passed. */
  well(): void
  /** It is not there any more. What is to be read of it stays. */
  end(): void
}

export interface SupervisorDeps {
  clock: Clock
  log: Log
  onTroubles: (troubles: readonly Trouble[]) => void
  /** In the place of every part's own patience. */
  patienceMs?: number | undefined
}

const TICK_MS = 500
/** These are over, and stay until they are dismissed. */
const OVER: ReadonlySet<TroubleState> = new Set(['restarted', 'emptied', 'unexpected'])

export function createSupervisor({ clock, log, onTroubles, patienceMs }: SupervisorDeps): Supervisor {
  const stopping = new AbortController()
  const troubles = new Map<Part, Trouble>()
  const watched = new Set<{ tick: () => void }>()
  let ticking = false

  const tell = () => onTroubles([...troubles.values()])

  function set(part: Part, state: TroubleState): void {
    if (stopping.signal.aborted || troubles.get(part)?.state === state) return
    log.warn(`runtime: ${part} ${state}`)
    troubles.set(part, { part, state, at: clock.now() })
    tell()
  }

  function clear(part: Part): void {
    if (troubles.delete(part)) tell()
  }

  /** Counted in ticks and not by the clock: a PC that slept, or whose clock was set, has stalled nothing. */
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

    watch(part, inHand) {
      let state: TroubleState | null = null
      let seen: number | null = null
      let ticks = 0
      const passing = () => state !== null && !OVER.has(state)
      const watch: PartWatch = {
        report(next) {
          state = next
          set(part, next)
        },
        well() {
          if (passing()) {
            clear(part)
            state = null
          }
        },
        end() {
          if (entry) watched.delete(entry)
          watch.well()
        },
      }
      const entry = inHand && {
        tick() {
          const current = inHand.current()
          ticks = current !== null && current === seen ? ticks + 1 : 0
          seen = current
          if (ticks * TICK_MS >= (patienceMs ?? inHand.patienceMs)) {
            if (state !== 'stalled') watch.report('stalled')
          } else if (state === 'stalled') watch.well()
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

    dismiss: clear,

    stop() {
      stopping.abort()
      watched.clear()
    },
  }
}
