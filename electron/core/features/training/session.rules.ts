import type { NamedResource } from '#shared/api/development.ts'
import type { Training } from '#shared/bridge/training.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Condition, Scenario } from '#shared/scenario/scenario.ts'

/** Progress of a trainee through a scenario. */
export interface Session {
  /** Id of this run. It distinguishes two runs of the same scenario. */
  run: string
  /** Scenario as it was at the start. Its file may have changed since. */
  scenario: Scenario
  apart: boolean
  putAway: boolean
  /** Position of the present step. Once the session is finished, the number of steps. */
  step: number
  skipped: number[]
  /** Time since which actions count for the present step. `null` until the events of the step have been triggered. */
  since: number | null
  /** Positions of the conditions that are met. */
  met: number[]
  /** Actions that the windows have reported. */
  searched: boolean
  pages: string[]
  names: Record<string, NamedResource>
}

const FRESH = { since: null, met: [], searched: false, pages: [] } as const

export const createSession = (run: string, scenario: Scenario, apart: boolean): Session => ({
  run,
  scenario,
  apart,
  putAway: false,
  step: 0,
  skipped: [],
  names: {},
  ...FRESH,
  met: [],
  pages: [],
})

export const presentStep = ({ scenario, step }: Session) => scenario.steps[step]
export const isFinished = (session: Session): boolean => presentStep(session) === undefined

/** The events of the step have been triggered. Actions count from now on. */
export const startStep = (session: Session, names: Session['names'], now: number): Session => ({
  ...session,
  names,
  since: now,
})

/** Sets the time since which actions count. */
export const restartCount = (session: Session, now: number): Session => ({ ...session, since: now })

/** Conditions of the present step that are not met yet, with their positions. */
export const listUnmet = (session: Session): { position: number; when: Condition }[] =>
  (presentStep(session)?.expected ?? []).flatMap(({ when }, position) =>
    session.met.includes(position) ? [] : [{ position, when }],
  )

/** A condition that was met once remains met, whatever happens later. */
export const markMet = (session: Session, positions: readonly number[]): Session => ({
  ...session,
  met: [...new Set([...session.met, ...positions])],
})

/** True if the present step ends by itself: all its conditions are met, and it has no button. */
export function endsByItself(session: Session): boolean {
  const step = presentStep(session)
  return step !== undefined && step.button === undefined && session.met.length === step.expected.length
}

/** Moves to the step after the present one. */
export const advanceStep = (session: Session, isSkipped: boolean): Session => ({
  ...session,
  ...FRESH,
  met: [],
  pages: [],
  step: session.step + 1,
  skipped: isSkipped ? [...session.skipped, session.step] : session.skipped,
})

/** Maximum number of remembered pages in a step. A trainee who wanders through the lists opens hundreds. */
const MAX_PAGES = 50

export const recordPage = (session: Session, page: string | null): Session =>
  page === null
    ? { ...session, searched: true }
    : { ...session, pages: [...session.pages.filter((one) => one !== page), page].slice(-MAX_PAGES) }

/** State of the session for the windows. `error`: the events of the step could not be triggered. */
export function toTraining(session: Session, error: AppError | null): Training {
  const { scenario, step, apart, putAway, skipped, since, met } = session
  const now = presentStep(session)
  const state = now === undefined ? 'finished' : error ? 'stuck' : since === null ? 'preparing' : 'ready'
  return {
    id: scenario.id,
    title: scenario.title,
    apart,
    putAway,
    state,
    ...(state === 'stuck' && error && { error }),
    steps: scenario.steps.map(({ title }, position) => ({ title, skipped: skipped.includes(position) })),
    step,
    text: now?.text ?? '',
    hint: now?.hint ?? null,
    points: now?.point ?? [],
    samples: now?.samples ?? [],
    expected: (now?.expected ?? []).map(({ text }, position) => ({ text, met: met.includes(position) })),
    button: now?.button ?? null,
  }
}
