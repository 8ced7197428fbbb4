import type { DraftRow } from '#shared/bridge/procedures.ts'
import { outboxViewModels as text, outboxWays } from '#shared/text/outbox.ts'
import type { SignKind } from '../../design/sign.tsx'

export type WayOn = keyof typeof outboxWays

export interface OutboxViewModel {
  sign: SignKind | 'moving'
  title: string
  body: string
  /** Actions, the usual one first. */
  ways: readonly WayOn[]
}

export interface ViewModelContext {
  now: number
  /** True if sending is possible now. */
  online: boolean
}

/** View model of an item of *Por enviar*: state, meaning and possible actions. No action runs automatically. */
export function outboxViewModel(row: DraftRow, { now, online }: ViewModelContext): OutboxViewModel {
  if (row.state === 'leaving') {
    return { sign: 'moving', ...text.leaving(secondsLeft(row, now)), ways: ['undo'] }
  }
  if (row.state === 'sending') return sendingViewModel(row)
  if (row.state === 'stopped') return stoppedViewModel(row)
  return online
    ? { sign: 'ok', ...text.ready, ways: ['send', 'open'] }
    : { sign: 'none', ...text.readyOffline, ways: ['open'] }
}

function sendingViewModel({ doubt, step, error }: DraftRow): OutboxViewModel {
  if (doubt) return { sign: 'unknown', ...text.doubt, ways: ['check', 'open'] }
  return {
    sign: 'moving',
    title: error ? text.retrying : text.sending,
    body: step === undefined ? '' : text.steps[step],
    ways: error ? ['check', 'stop'] : ['stop'],
  }
}

function stoppedViewModel({ problem = 'refused' }: DraftRow): OutboxViewModel {
  const words = text.problems[problem]
  switch (problem) {
    case 'refused':
      return { sign: 'stop', ...words, ways: ['fix', 'again'] }
    case 'document-refused':
      return { sign: 'stop', ...words, ways: ['documents'] }
    case 'confirmed-elsewhere':
      return { sign: 'unknown', ...words, ways: ['accept', 'again', 'open'] }
    case 'vanished':
      return { sign: 'unknown', ...words, ways: ['again', 'open'] }
    case 'documents-differ':
      return { sign: 'stop', ...words, ways: ['documents', 'again'] }
  }
}

/** Whole seconds until the item is sent; never negative. */
export const secondsLeft = ({ sendAt }: Pick<DraftRow, 'sendAt'>, now: number): number =>
  Math.max(0, Math.ceil(((sendAt ?? now) - now) / 1_000))

/** Items that only wait for the user to send them. */
export const readyOf = (rows: readonly DraftRow[]) => rows.filter(({ state }) => state === 'ready')
