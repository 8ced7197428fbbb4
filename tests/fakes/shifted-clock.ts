import { systemClock, type Clock } from '#electron/core/runtime/clock.ts'

export interface ShiftedClock extends Clock {
  /** Sets the wall clock: timers go on as they were, as those of a PC that slept. */
  set(now: number): void
}

/** The system's clock, at another time of the calendar. */
export function createShiftedClock(start: number): ShiftedClock {
  let shift = start - Date.now()
  return {
    ...systemClock,
    now: () => Date.now() + shift,
    set(now) {
      shift = now - Date.now()
    },
  }
}
