import type { LookupView, RecentLookup } from '#shared/bridge/lookup.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Place } from '#shared/bridge/route.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import {
  type Batch,
  hostCommands,
  type HostArgs,
  type HostCommand,
  type HostResult,
} from '#shared/host-protocol/messages.ts'
import type { HostPort } from '../../host.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { AccountQuestions } from '../../workspace-types.ts'
import type { Allowance } from './allowance.ts'
import { buildUnreadPlate, toVerdictSummary } from './host.rules.ts'

/** Everything that the extension may make the core do. It cannot reach anything else. */
export interface HostQuestions {
  startLookup(vrm: string): Promise<Result<LookupView>>
  views(vrms: readonly string[]): Promise<LookupView[]>
  recent(limit: number): Promise<RecentLookup[]>
  startBatch(id: string, vrms: readonly string[]): Promise<Result<Batch>>
  batch(id: string): Promise<Result<Batch>>
  stopBatch(id: string): Promise<Result<Batch>>
  /** Text for a client, as in the window. The copy is recorded before the text is given. */
  answer(vrm: string): Promise<Result<string>>
  open(place: Place): void
}

export interface HostQuestionDeps extends AccountQuestions {
  host: Pick<HostPort, 'openRoute' | 'showWindow'>
  clock: Clock
}

/** Asks the account on screen. */
export function createHostQuestions({ ask, host, clock }: HostQuestionDeps): HostQuestions {
  const requireBatch = (batch: Batch | null) => (batch ? ok(batch) : fail(appError('not-found')))
  return {
    startLookup: (vrm) => ask(({ lookup }) => lookup.start(vrm)),
    views: (vrms) => ask(({ lookup }) => lookup.readViews(vrms)),
    recent: (limit) => ask(async ({ store }) => (await store.call('recentLookups', limit, clock.now())).rows),
    startBatch: (id, vrms) => ask(({ batchLookups }) => batchLookups.start(id, vrms)),
    batch: (id) => ask(async ({ batchLookups }) => requireBatch(await batchLookups.get(id))),
    stopBatch: (id) => ask(async ({ batchLookups }) => requireBatch(await batchLookups.stop(id))),
    answer: (vrm) =>
      ask(async ({ lookup, clientMessages }) => {
        const view = await lookup.get(vrm)
        if (!view.ok) return view
        const { answer } = view.value
        if (answer === undefined) return fail(appError('not-found'))
        const noted = await clientMessages.messages.recordCopied(vrm)
        return noted.ok ? ok(answer) : noted
      }),
    open(place) {
      // Without a window, the route waits for the next window.
      if (!host.openRoute(place)) host.showWindow?.()
    },
  }
}

/** Commands of an approved browser. The connection itself answers the first two commands of the contract. */
export type ApprovedCommand = Exclude<HostCommand, 'hello' | 'approval.ask'>

/** Plates that a connection has asked about, and is notified of. */
export interface HostInterest {
  plates(vrms: readonly string[]): void
  batch(id: string): void
}

export type HostHandlers = {
  [C in ApprovedCommand]: (
    args: HostArgs<C>,
    interest: HostInterest,
  ) => Promise<Result<HostResult<C>>> | Result<HostResult<C>>
}

export interface HostCommandDeps {
  questions: HostQuestions
  /** Limit of windows that come to the front, for all browsers together. */
  opening: Allowance
}

export const isApprovedCommand = (name: string): name is ApprovedCommand =>
  Object.hasOwn(hostCommands, name) && name !== 'hello' && name !== 'approval.ask'

/**
 * Handlers of the extension's commands. Each handler answers with summaries. None changes anything at the service.
 */
export function createHostHandlers({ questions, opening }: HostCommandDeps): HostHandlers {
  function open(show: () => void): Result<Record<string, never>> {
    const retryAfterMs = opening.spend()
    if (retryAfterMs > 0) return fail(appError('rate-limited', { retryAfterMs }))
    show()
    return ok({})
  }

  return {
    async 'lookup.start'({ vrm: text }, interest) {
      const plate = classifyPlate(text)
      if (!plate) return fail(appError('invalid-plate'))
      interest.plates([plate.vrm])
      const started = await questions.startLookup(plate.vrm)
      return started.ok ? ok(toVerdictSummary(started.value)) : started
    },

    async 'lookup.get'({ vrms: texts }, interest) {
      const plates = texts.map((text) => classifyPlate(text)?.vrm ?? null)
      const known = [...new Set(plates.filter((vrm) => vrm !== null))]
      interest.plates(known)
      const views = new Map((await questions.views(known)).map((view) => [view.vrm, view]))
      const rows = texts.map((text, index) => {
        const view = views.get(plates[index] ?? '')
        return view ? toVerdictSummary(view) : buildUnreadPlate(text)
      })
      return ok({ rows })
    },

    async 'lookup.recent'({ limit }, interest) {
      const recent = await questions.recent(limit)
      const vrms = recent.map(({ vrm }) => vrm)
      interest.plates(vrms)
      const views = await questions.views(vrms)
      return ok({
        rows: views.map((view, index) => ({ ...toVerdictSummary(view), at: recent[index]?.at ?? 0 })),
      })
    },

    async 'batch.start'({ id, vrms }, interest) {
      interest.batch(id)
      interest.plates(vrms.flatMap((text) => classifyPlate(text)?.vrm ?? []))
      return questions.startBatch(id, vrms)
    },
    'batch.get'({ id }, interest) {
      interest.batch(id)
      return questions.batch(id)
    },
    'batch.stop'({ id }, interest) {
      interest.batch(id)
      return questions.stopBatch(id)
    },

    async 'answer.get'({ vrm: text }) {
      const plate = classifyPlate(text)
      if (!plate) return fail(appError('invalid-plate'))
      const answer = await questions.answer(plate.vrm)
      return answer.ok ? ok({ text: answer.value }) : answer
    },

    open({ vrm: text, transfer }) {
      const plate = classifyPlate(text)
      if (!plate) return fail(appError('invalid-plate'))
      const route = { view: 'lookup', vrm: plate.vrm } as const
      return open(() => questions.open({ route, ...(transfer && { action: 'transfer' }) }))
    },
    'open.inbox': () => open(() => questions.open({ route: { view: 'inbox' } })),
  }
}
