import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import {
  hostCommands,
  type HostArgs,
  type HostCommand,
  type HostResult,
} from '#shared/host-protocol/messages.ts'
import type { Allowance } from './allowance.ts'
import type { HostQuestions } from './host-questions.ts'
import { unreadPlate, verdictSummary } from './verdict-summary.rules.ts'

/** Commands of an approved browser; the first two of the contract are answered by its connection. */
export type ApprovedCommand = Exclude<HostCommand, 'hello' | 'approval.ask'>

/** What a connection is told of later, because it has asked about it. */
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
  /** Of all browsers together: windows that come to the front. */
  opening: Allowance
}

export const isApprovedCommand = (name: string): name is ApprovedCommand =>
  Object.hasOwn(hostCommands, name) && name !== 'hello' && name !== 'approval.ask'

/** Handlers of the extension's commands. Each answers with summaries, and none writes anything of the service. */
export function createHostHandlers({ questions, opening }: HostCommandDeps): HostHandlers {
  function open(show: () => void): Result<Record<string, never>> {
    const retryAfterMs = opening.take()
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
      return started.ok ? ok(verdictSummary(started.value)) : started
    },

    async 'lookup.get'({ vrms: texts }, interest) {
      const plates = texts.map((text) => classifyPlate(text)?.vrm ?? null)
      const known = [...new Set(plates.filter((vrm) => vrm !== null))]
      interest.plates(known)
      const views = new Map((await questions.views(known)).map((view) => [view.vrm, view]))
      const rows = texts.map((text, index) => {
        const view = views.get(plates[index] ?? '')
        return view ? verdictSummary(view) : unreadPlate(text)
      })
      return ok({ rows })
    },

    async 'lookup.recent'({ limit }, interest) {
      const recent = await questions.recent(limit)
      const vrms = recent.map(({ vrm }) => vrm)
      interest.plates(vrms)
      const views = await questions.views(vrms)
      return ok({
        rows: views.map((view, index) => ({ ...verdictSummary(view), at: recent[index]?.at ?? 0 })),
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
