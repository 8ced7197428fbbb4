import { randomUUID } from 'node:crypto'
import { SAMPLE_DOCUMENTS_PATH, SCENARIO_STEP_PATH, scenarioStepSchema } from '#shared/api/development.ts'
import type { Training } from '#shared/bridge/training.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import type { Scenario } from '#shared/scenario/scenario.ts'
import type { InputDocumentType } from '#shared/domain/vocabulary.ts'
import type { ActiveProfile } from '../../accounts/profiles.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Transport } from '../../api/transport.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { StoreCall } from '../../store/client.ts'
import { readOffice } from '../sample-office/sample-office.ts'
import type { PaceControl } from '../simulator/simulator.ts'
import { readSession, writeSession } from './session-file.ts'
import * as rules from './session.rules.ts'

type Done = Promise<Result<Record<string, never>>>

/** Runs the tour and the training scenarios of the demonstration. Only the demonstration has it. */
export interface TrainingPlayer {
  /** Continues the session that was in progress, once the office exists. */
  resume(officeReady: Promise<unknown>): Promise<void>
  /** Session in progress. */
  getSession(): rules.Session | null
  /** Starts a scenario in the present office, or continues it if it was put away. */
  start(scenario: Scenario): Done
  putAway(): Done
  restart(): Done
  end(): Done
  next(step: number, isSkipped: boolean): Done
  retry(): Done
  /** Reports a page that was opened in a window. `null`: the quick search led to some page. */
  recordPage(page: string | null): Done
  /** Sample document, as PDF. */
  sample(type: InputDocumentType, signal: AbortSignal): Promise<Result<Uint8Array>>
  stop(): Promise<void>
}

export interface TrainingDeps {
  active: Pick<ActiveProfile, 'directory' | 'target'>
  call: StoreCall
  client: Pick<ServiceClient, 'getProcedure' | 'getSignature' | 'getReport'>
  transport: Pick<Transport, 'request' | 'downloadOwn'>
  pace: PaceControl | null
  clock: Clock
  log: Log
  supervisor: Supervisor
  /** Fetches a resource that the scenario changed. If the fetch fails, the resource is polled. */
  refresh: (kind: 'procedure' | 'signature', id: string) => Promise<unknown>
  /** Starts live polling of a resource whose change the step expects. */
  watch: (kind: 'procedure' | 'signature', id: string) => void
  /** Called after something was added to the office. Everything shown may have changed. */
  onAdded: () => void
  onTraining: (training: Training | null) => void
}

/** Interval between two checks of the conditions, in milliseconds. */
const LOOK_MS = 600
/** Time that the last tick of a step is shown before the next step, in milliseconds. */
const SHOWN_MS = 1_500
const AGAIN_MS = 5_000

export function createTraining(deps: TrainingDeps): TrainingPlayer {
  const { active, call, transport, clock, log, pace, onTraining } = deps
  const inTurn = createSerialQueue()
  const stopping = new AbortController()
  const { signal } = stopping
  let session: rules.Session | null = null
  let trouble: AppError | null = null
  let officeReady: Promise<unknown> = Promise.resolve()
  /** Time when the last condition of the present step was met. */
  let metAt: number | null = null

  const loop = createBackgroundLoop({
    name: 'training',
    clock,
    log,
    supervisor: deps.supervisor,
    round: checkStep,
  })

  const publish = () => onTraining(session && rules.toTraining(session, trouble))

  /** Writes the session to disk before any window shows it. */
  async function storeSession(next: rules.Session | null): Promise<void> {
    await writeSession(active.directory, next)
    if (next?.step !== session?.step || next?.run !== session?.run) {
      metAt = null
      trouble = null
    }
    session = next
    publish()
    loop.wake()
  }

  /** Changes the session that exists when the change runs. */
  const changeSession = (make: (now: rules.Session) => rules.Session | null): Done =>
    inTurn(async () => {
      if (!session) return fail(appError('not-found'))
      await storeSession(make(session))
      return ok({})
    })

  async function checkStep(): Promise<number> {
    await officeReady
    const now = session
    if (!now || now.putAway || rules.isFinished(now)) return Infinity
    if (now.since === null) return prepareStep(now)
    if (now.since > clock.now()) {
      // The clock of this PC was set back.
      await changeInStep(now, (current) => rules.restartCount(current, clock.now()))
      return 0
    }
    const { names, searched, pages, since } = now
    const expected = rules.listUnmet(now)
    const { met, awaited } = await call(
      'trainingProgress',
      expected.map(({ when }) => when),
      { names, searched, pages, since },
    )
    for (const { kind, id } of awaited) deps.watch(kind, id)
    const positions = expected.flatMap(({ position }, index) => (met[index] ? [position] : []))
    if (positions.length > 0) await changeInStep(now, (current) => rules.markMet(current, positions))
    if (!session || !rules.endsByItself(session)) return LOOK_MS
    metAt ??= clock.now()
    if (clock.now() - metAt < SHOWN_MS) return LOOK_MS
    await changeInStep(session, (current) => rules.advanceStep(current, false))
    return 0
  }

  /** Changes the session, unless it has moved to another step meanwhile. */
  const changeInStep = (before: rules.Session, make: (now: rules.Session) => rules.Session): Promise<void> =>
    inTurn(async () => {
      if (session?.run === before.run && session.step === before.step) await storeSession(make(session))
    })

  /** Triggers the events of the step. Idempotent: after a kill at any point, a repetition triggers no event twice. */
  async function prepareStep(now: rules.Session): Promise<number> {
    const done = await triggerEvents(now)
    if (signal.aborted) return Infinity
    const before = trouble
    trouble = done.ok ? null : done.error
    if (!done.ok) {
      log.warn(
        `training: ${now.scenario.id}, step ${now.step + 1}: ${done.error.code} ${done.error.detail ?? ''}`,
      )
      if (!before) publish()
      return AGAIN_MS
    }
    await changeInStep(now, (current) => rules.startStep(current, done.value, clock.now()))
    return 0
  }

  async function triggerEvents(now: rules.Session): Promise<Result<rules.Session['names']>> {
    const actions = rules.presentStep(now)?.happens ?? []
    if (now.apart && now.step === 0) {
      // In a scenario, only its own events happen.
      const paused = await pace?.set({ paused: true })
      if (paused && !paused.ok) return paused
    }
    if (actions.length === 0) return ok(now.names)
    const key = `${now.run}/${now.step}`
    const answer = await transport.request({
      method: 'POST',
      path: SCENARIO_STEP_PATH,
      body: { key, actions },
      signal,
    })
    if (!answer.ok) return answer
    const step = scenarioStepSchema.safeParse(answer.value)
    if (!step.success) return fail(appError('bad-answer', { detail: step.error.message }))
    const { added, names, moved } = step.data
    const fill = await readOffice(deps, added, signal)
    if (!fill.ok) return fill
    await call('addToSampleOffice', key, fill.value)
    await Promise.all(moved.map(({ kind, id }) => deps.refresh(kind, id)))
    deps.onAdded()
    return ok(names)
  }

  return {
    getSession: () => session,

    resume: (ready) =>
      inTurn(async () => {
        officeReady = ready
        session = await readSession(active.directory)
        publish()
        loop.start()
      }),

    start: (scenario) =>
      inTurn(async () => {
        const isSame = session?.scenario.id === scenario.id && !rules.isFinished(session)
        trouble = null
        await storeSession(
          isSame && session
            ? { ...session, putAway: false }
            : rules.createSession(randomUUID(), scenario, false),
        )
        return ok({})
      }),
    putAway: () => changeSession((now) => ({ ...now, putAway: true })),
    restart: () => changeSession(({ scenario, apart }) => rules.createSession(randomUUID(), scenario, apart)),
    end: () => changeSession(() => null),
    next: (step, isSkipped) =>
      // A second press, or a press in another window, belongs to a step that is over.
      changeSession((now) =>
        now.step === step && !rules.isFinished(now) ? rules.advanceStep(now, isSkipped) : now,
      ),
    async retry() {
      loop.wake()
      return ok({})
    },
    recordPage: (page) => changeSession((now) => (rules.isFinished(now) ? now : rules.recordPage(now, page))),

    async sample(type, abortSignal) {
      const target = await active.target()
      if (!target.ok) return target
      return transport.downloadOwn(`${target.value.baseUrl}${SAMPLE_DOCUMENTS_PATH}/${type}`, abortSignal)
    },

    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}
