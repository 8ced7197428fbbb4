import type { PairingState } from '#shared/api/relay.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { wordsOfPairing } from '#shared/sealing/compared-words.ts'
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
  api: Pick<RelayApi, 'invite' | 'invitation' | 'decide'>
  clock: Clock
  target: () => Promise<Result<RelayTarget>>
  /** Sealed keyring for a PC that is admitted, by its public key; `null` if it needs none. */
  admit: (publicKey: string | undefined) => Promise<Result<string | null>>
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
  /** Key of the PC that gave the code: the one whose words are shown. */
  let publicKey: string | undefined
  let watching: { controller: AbortController; done: Promise<void> } | null = null

  function set(next: Invited): void {
    state = next
    onState()
  }

  async function watch(id: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && state?.id === id) {
      const asked = clock.elapsed()
      const known = state.state
      const to = await target()
      const answer = to.ok ? await api.invitation(to.value, id, known, personMs, signal) : to
      if (signal.aborted || state?.id !== id) return
      if (answer.ok) {
        const { state: next, name, key } = answer.value
        const isSame = next === state.state
        const { id: same, code, expiresAt } = state
        const words = isSame ? undefined : await wordsOf(code, answer.value)
        if (signal.aborted || state?.id !== id) return
        if (!isSame) {
          publicKey = key?.publicKey ?? publicKey
          set({
            id: same,
            code,
            expiresAt,
            state: next,
            ...(name !== undefined && { name }),
            ...(words && { words }),
          })
        }
        if (OVER.has(next)) return
      } else if (!answer.error.retryable) return set({ ...state, state: 'expired' })
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
      publicKey = undefined
      set({ id, code, expiresAt, state: 'waiting' })
      watching = { controller, done: watch(id, signal) }
      return ok({ id, code, expiresAt })
    },

    async decide(id, decision) {
      if (state && state.id !== id) return fail(appError('not-found'))
      const to = await target()
      if (!to.ok) return to
      const keyring = decision === 'confirm' ? await admit(state ? publicKey : undefined) : ok(null)
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

/** Made here of the PC's key, if it has one: the relay cannot show another key's words. */
const wordsOf = async (code: string, { words, key }: PairingState) =>
  key === undefined ? words : wordsOfPairing({ code, ...key })
