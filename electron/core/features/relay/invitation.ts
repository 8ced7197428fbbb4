import type { PairingState } from '#shared/api/relay.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { answerPairing, type PairingAnswer } from '#shared/sealing/compared-words.ts'
import type { Clock } from '../../runtime/clock.ts'
import { PERSON_MS, type RelayApi } from './relay-api.ts'
import type { RelayTarget } from './relay-link.ts'

type Invited = RelaySlice['invitation']
type Done = Promise<Result<Record<string, never>>>

/** A code for another PC, and what happens with it. One at a time. */
export interface Invitation {
  readonly state: Invited
  make(): Promise<Result<{ id: string; code: string; expiresAt: number }>>
  decide(id: string, decision: 'confirm' | 'refuse'): Done
  dismiss(): void
  stop(): Promise<void>
}

export interface InvitationDeps {
  api: Pick<RelayApi, 'invite' | 'invitation' | 'answer' | 'decide'>
  clock: Clock
  target: () => Promise<Result<RelayTarget>>
  /** Sealed keyring for a PC that is admitted, by its public key; `null` if it needs none. */
  admit: (publicKey: string) => Promise<Result<string | null>>
  onState: () => void
  /** Wait for what a person does. */
  personMs?: number
}

const AGAIN_MS = 2_000
const OVER: ReadonlySet<string> = new Set(['confirmed', 'refused', 'expired'])

export function createInvitation({
  api,
  clock,
  target,
  admit,
  onState,
  personMs = PERSON_MS,
}: InvitationDeps): Invitation {
  let state: Invited = null
  /** This PC's half of the exchange, with the only key that may be admitted; `null` until a PC is committed to it. */
  let answered: PairingAnswer | null = null
  let watching: { controller: AbortController; done: Promise<void> } | null = null

  function set(next: Invited): void {
    state = next
    onState()
  }

  /** Shows a new state of the pairing. The words are made here: the relay cannot show another key's words. */
  function show(shown: NonNullable<Invited>, { state: next, name, key }: PairingState): void {
    if (next === 'waiting' || next === 'committed' || next === 'answered' || next === shown.state) return
    const named = name !== undefined && { name }
    if (next !== 'claimed') return set({ ...shown, ...named, state: next })
    const words = answered?.words(key) ?? null
    // Without words, the key or the nonce is another one than the PC was committed to.
    set({ ...shown, ...named, ...(words ? { words, state: 'claimed' } : { state: 'refused' }) })
  }

  async function watch(id: string, signal: AbortSignal): Promise<void> {
    let known: PairingState['state'] = 'waiting'
    while (!signal.aborted && state?.id === id) {
      const asked = clock.elapsed()
      const to: Result<RelayTarget> = await target()
      const answer: Result<PairingState> = to.ok
        ? await api.invitation(to.value, id, known, personMs, signal)
        : to
      if (signal.aborted || state?.id !== id) return
      if (to.ok && answer.ok) {
        const { state: next, key }: PairingState = answer.value
        show(state, answer.value)
        if (state?.id !== id) return
        if (next === 'claimed' && state.state === 'refused')
          await api.decide(to.value, id, 'refuse', null, signal)
        if (OVER.has(state.state)) return
        known = next
        if (next === 'committed' && key) {
          answered ??= answerPairing(state.code, key)
          const given = await api.answer(to.value, id, answered.adminNonce, signal)
          // Until the relay has the nonce, the state is asked for again at once.
          known = given.ok ? 'answered' : 'waiting'
          if (given.ok) continue
        }
      } else if (!answer.ok && !answer.error.retryable) return set({ ...state, state: 'expired' })
      if (!answer.ok || clock.elapsed() - asked < AGAIN_MS)
        await clock.sleep(Math.min(AGAIN_MS, personMs), signal)
    }
  }

  return {
    get state() {
      return state
    },

    async make() {
      watching?.controller.abort()
      await watching?.done
      const controller = new AbortController()
      const { signal } = controller
      const to = await target()
      const made = to.ok ? await api.invite(to.value, signal) : to
      if (!made.ok) return made
      const { id, code } = made.value
      const expiresAt = Date.parse(made.value.expiresAt)
      answered = null
      set({ id, code, expiresAt, state: 'waiting' })
      watching = { controller, done: watch(id, signal) }
      return ok({ id, code, expiresAt })
    },

    async decide(id, decision) {
      if (state && state.id !== id) return fail(appError('not-found'))
      // A confirmation seals to the key whose words were shown, even if another code is made meanwhile.
      const publicKey = decision === 'confirm' && state?.state === 'claimed' ? answered?.publicKey : undefined
      if (decision === 'confirm' && publicKey === undefined) return fail(appError('not-found'))
      const to = await target()
      if (!to.ok) return to
      const keyring = publicKey === undefined ? ok(null) : await admit(publicKey)
      if (!keyring.ok) return keyring
      const { signal } = new AbortController()
      const answer = await api.decide(to.value, id, decision, keyring.value, signal)
      if (!answer.ok) return answer
      if (state) set({ ...state, state: decision === 'confirm' ? 'confirmed' : 'refused' })
      return ok({})
    },

    dismiss() {
      watching?.controller.abort()
      if (state) set(null)
    },

    async stop() {
      watching?.controller.abort()
      await watching?.done
    },
  }
}
