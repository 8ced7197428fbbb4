import type { NamedResource } from '#shared/api/development.ts'
import type { Training } from '#shared/bridge/training.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Condition, Scenario } from '#shared/scenario/scenario.ts'

/** Progress of a trainee through a scenario. */
export interface Session {
  /** Tells this time from another one of the same scenario. */
  run: string
  /** As it was when it began: its file may have changed since. */
  scenario: Scenario
  apart: boolean
  putAway: boolean
  /** Position of the present step; that after the last once it is finished. */
  step: number
  skipped: number[]
  /** Of the present step: since when it counts what is done; `null` until what it makes happen has happened. */
  since: number | null
  /** Positions of what is expected and was met. */
  met: number[]
  /** What the windows have told. */
  searched: boolean
  pages: string[]
  names: Record<string, NamedResource>
}

const FRESH = { since: null, met: [], searched: false, pages: [] } as const

export const beginSession = (run: string, scenario: Scenario, apart: boolean): Session => ({
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

/** What its step makes happen has happened: what is done counts from now on. */
export const prepared = (session: Session, names: Session['names'], now: number): Session => ({
  ...session,
  names,
  since: now,
})

/** What is done counts since that time. */
export const countedSince = (session: Session, now: number): Session => ({ ...session, since: now })

/** What is expected of the present step and not met yet, with its position. */
export const expectedNow = (session: Session): { position: number; when: Condition }[] =>
  (presentStep(session)?.expected ?? []).flatMap(({ when }, position) =>
    session.met.includes(position) ? [] : [{ position, when }],
  )

/** What was met once stays so, whatever becomes of it. */
export const ticked = (session: Session, positions: readonly number[]): Session => ({
  ...session,
  met: [...new Set([...session.met, ...positions])],
})

/** True if the present step ends by itself: all that it expects is met, and it has no button. */
export function endsByItself(session: Session): boolean {
  const step = presentStep(session)
  return step !== undefined && step.button === undefined && session.met.length === step.expected.length
}

/** The step after the present one. */
export const nextStep = (session: Session, isSkipped: boolean): Session => ({
  ...session,
  ...FRESH,
  met: [],
  pages: [],
  step: session.step + 1,
  skipped: isSkipped ? [...session.skipped, session.step] : session.skipped,
})

/** Cap on the pages remembered of a step: a trainee who wanders through the lists sees hundreds. */
const MAX_PAGES = 50

export const saw = (session: Session, page: string | null): Session =>
  page === null
    ? { ...session, searched: true }
    : { ...session, pages: [...session.pages.filter((one) => one !== page), page].slice(-MAX_PAGES) }

/** What every window shows of it. `error`: what the step makes happen could not happen. */
export function trainingOf(session: Session, error: AppError | null): Training {
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
