import { type PairingState, PAIRING_CODE } from '#shared/api/relay.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { appError, fail, ok, type Result, type AppError } from '#shared/bridge/result.ts'
import { readBaseAddress } from '#shared/domain/service-address.ts'
import {
  answerPairing,
  officeKeyOf,
  type PairingAnswer,
  newPairingNonce,
  pairingCommitment,
  wordsOfPairing,
} from '#shared/sealing/compared-words.ts'
import { newKeyPair, type KeyPair } from '#shared/sealing/sealed-box.ts'
import { keychainAppError, KeychainError } from '../../keychain/keychain-error.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { PERSON_MS, type RelayApi, type Claimed } from './relay-api.ts'
import type { RelayTarget } from './relay-http.ts'
import { parsePairingCode } from './relay.rules.ts'

type Invited = RelaySlice['invitation']
type Done = Promise<Result<Record<string, never>>>

/** Pairing code for another PC, and the progress of that pairing. There is at most one invitation at a time. */
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
  /** Newest key of the office, which the words prove to the new PC. `null` if it has none. */
  readOfficeKey: () => Promise<string | null>
  /** Keyring, sealed for the public key of the admitted PC. `null` if the PC needs no keyring. */
  admit: (pc: { publicKey: string; name: string }) => Promise<Result<string | null>>
  onState: () => void
  /** Polling interval while a person has to act, in milliseconds. */
  personMs?: number
}

/** Delay before a retry after a temporary failure, in milliseconds. */
const AGAIN_MS = 2_000
const OVER: ReadonlySet<string> = new Set(['confirmed', 'refused', 'expired'])

export function createInvitation({
  api,
  clock,
  target,
  readOfficeKey,
  admit,
  onState,
  personMs = PERSON_MS,
}: InvitationDeps): Invitation {
  let state: Invited = null
  /**
   * This PC's half of the key exchange. It has the only public key that may be admitted. `null` until a PC has
   * committed to its key.
   */
  let answered: PairingAnswer | null = null
  let watching: { controller: AbortController; done: Promise<void> } | null = null

  function setState(next: Invited): void {
    state = next
    onState()
  }

  /**
   * Shows a new state of the pairing. This PC computes the words, so the relay cannot show the words of another key.
   */
  function showInvitation(shown: NonNullable<Invited>, { state: next, name, key }: PairingState): void {
    if (next === 'waiting' || next === 'committed' || next === 'answered' || next === shown.state) return
    const named = name !== undefined && { name }
    if (next !== 'claimed') return setState({ ...shown, ...named, state: next })
    const words = answered?.words(key) ?? null
    // There are no words if the key or the nonce differs from the commitment of the other PC.
    setState({ ...shown, ...named, ...(words ? { words, state: 'claimed' } : { state: 'refused' }) })
  }

  async function pollInvitation(id: string, signal: AbortSignal): Promise<void> {
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
        showInvitation(state, answer.value)
        if (state?.id !== id) return
        if (next === 'claimed' && state.state === 'refused')
          await api.decide(to.value, id, 'refuse', null, signal)
        if (OVER.has(state.state)) return
        known = next
        if (next === 'committed' && key) {
          answered ??= answerPairing(state.code, key, await readOfficeKey())
          const given = await api.answer(to.value, id, answered.adminNonce, signal)
          // Until the relay has the nonce, the next request must not wait.
          known = given.ok ? 'answered' : 'waiting'
          if (given.ok) continue
        }
      } else if (!answer.ok && !answer.error.retryable) return setState({ ...state, state: 'expired' })
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
      setState({ id, code, expiresAt, state: 'waiting' })
      watching = { controller, done: pollInvitation(id, signal) }
      return ok({ id, code, expiresAt })
    },

    async decide(id, decision) {
      if (state && state.id !== id) return fail(appError('not-found'))
      // A confirmation seals to the key whose words were shown, even if another code is created meanwhile.
      const publicKey = decision === 'confirm' && state?.state === 'claimed' ? answered?.publicKey : undefined
      const name = state?.name ?? ''
      if (decision === 'confirm' && publicKey === undefined) return fail(appError('not-found'))
      const to = await target()
      if (!to.ok) return to
      const keyring = publicKey === undefined ? ok(null) : await admit({ publicKey, name })
      if (!keyring.ok) return keyring
      const { signal } = new AbortController()
      const answer = await api.decide(to.value, id, decision, keyring.value, signal)
      if (!answer.ok) return answer
      if (state) setState({ ...state, state: decision === 'confirm' ? 'confirmed' : 'refused' })
      return ok({})
    },

    dismiss() {
      watching?.controller.abort()
      if (state) setState(null)
    },

    async stop() {
      watching?.controller.abort()
      await watching?.done
    },
  }
}

/** Pairing of this PC with a relay. The code comes from an administrator's PC. */
export interface Pairing {
  readonly state: RelaySlice['pairing']
  /** Sends the code. The pairing waits in the background for the administrator's nonce and for the confirmation. */
  begin(address: string, code: string, name: string): Promise<Result<Record<string, never>>>
  /** Call this when a person has compared the words, and they are the same. Nothing is stored before. */
  confirmWords(): void
  cancel(): void
  stop(): Promise<void>
}

export interface PairingDeps {
  api: Pick<RelayApi, 'pair' | 'adminNonce' | 'claim' | 'revoke'>
  clock: Clock
  log: Log
  /** Reason that this session may not create anything, or `null`. */
  findProhibition: () => AppError | null
  /** Stores the token, the link and the keys. */
  onClaimed: (address: string, claimed: Claimed, pair: KeyPair, officeKey: string | null) => Promise<void>
  onState: () => void
}

/** This PC's half of a pairing. */
interface Exchange {
  claim: string
  code: string
  nonce: string
  pair: KeyPair
}

/** A code lasts ten minutes. The relay accepts no confirmation after that. */
const PATIENCE_MS = 11 * 60_000
/** Time for the relay to remove a PC whose pairing was given up, in milliseconds. */
const LEAVE_MS = 5_000
/** Time between two looks whether the words were compared, in milliseconds. */
const COMPARE_MS = 200

export function createPairing({
  api,
  clock,
  log,
  findProhibition,
  onClaimed,
  onState,
}: PairingDeps): Pairing {
  let state: RelaySlice['pairing'] = null
  let running: { controller: AbortController; done: Promise<void> } | null = null

  function setState(next: RelaySlice['pairing']): void {
    state = next
    onState()
  }

  async function waitForClaim(address: string, exchange: Exchange, signal: AbortSignal): Promise<void> {
    const { claim, code, nonce, pair } = exchange
    const began = clock.elapsed()
    let adminNonce: string | null = null
    let error = appError('relay-code')
    while (clock.elapsed() - began < PATIENCE_MS) {
      const asked = clock.elapsed()
      // Only the administrator's first nonce counts. A later nonce could be chosen to produce certain words.
      const answer: Result<Claimed | string | null> =
        adminNonce === null
          ? await api.adminNonce(address, claim, signal)
          : await api.claim(address, claim, nonce, signal)
      if (signal.aborted) return
      if (answer.ok && answer.value !== null) {
        if (typeof answer.value !== 'string') {
          // A relay could admit this PC by itself, with keys of its own.
          while (state?.isCompared !== true && clock.elapsed() - began < PATIENCE_MS && !signal.aborted)
            await clock.sleep(COMPARE_MS, signal)
          if (signal.aborted || state?.isCompared !== true) {
            // Nobody has the token any more, and it never expires by itself.
            const { token, deviceId } = answer.value
            await api.revoke({ address, token }, deviceId, AbortSignal.timeout(LEAVE_MS))
            break
          }
          await onClaimed(address, answer.value, pair, officeKeyOf(adminNonce ?? ''))
          return setState(null)
        }
        adminNonce = answer.value
        const words = wordsOfPairing({ code, nonce, publicKey: pair.publicKey }, answer.value)
        setState({ state: 'waiting', address, words })
        continue
      }
      if (!answer.ok) {
        error = toPairingError(answer.error)
        if (!answer.error.retryable) break
      }
      // If the relay answers without waiting as requested, pause before the next request.
      if (!answer.ok || clock.elapsed() - asked < AGAIN_MS) await clock.sleep(AGAIN_MS, signal)
      if (signal.aborted) return
    }
    if (state && !signal.aborted) setState({ state: 'failed', address: state.address, error })
  }

  function stopWaiting(): void {
    running?.controller.abort()
  }

  return {
    get state() {
      return state
    },

    async begin(typed, typedCode, name) {
      const forbids = findProhibition()
      if (forbids) return fail(forbids)
      const address = readBaseAddress(typed)
      if (!address.ok) return fail(appError('bad-address', { detail: address.problem }))
      const code = parsePairingCode(typedCode)
      if (!PAIRING_CODE.test(code)) return fail(appError('relay-code'))
      stopWaiting()
      await running?.done
      const controller = new AbortController()
      const { signal } = controller
      const ending = Promise.withResolvers<void>()
      running = { controller, done: ending.promise }
      const { url } = address
      setState({ state: 'asking', address: url })
      const nonce = newPairingNonce()
      const pair = newKeyPair()
      const { publicKey } = pair
      const commitment = pairingCommitment({ code, nonce, publicKey })
      const answer = await api.pair(url, { code, name, publicKey, commitment }, signal)
      if (!answer.ok || signal.aborted) {
        ending.resolve()
        if (!signal.aborted) setState(null)
        return answer.ok ? fail(appError('cancelled')) : answer
      }
      void waitForClaim(url, { claim: answer.value.claim, code, nonce, pair }, signal)
        .catch((error: unknown) => {
          log.error('relay: the pairing could not be stored', error)
          const told = error instanceof KeychainError ? keychainAppError(error) : appError('store-failed')
          setState({ state: 'failed', address: url, error: told })
        })
        .finally(ending.resolve)
      return ok({})
    },

    confirmWords() {
      if (state?.state === 'waiting') setState({ ...state, isCompared: true })
    },

    cancel() {
      stopWaiting()
      if (state) setState(null)
    },

    async stop() {
      stopWaiting()
      await running?.done
    },
  }
}

/** The administrator refused this PC, the code expired, or another PC used the code. */
function toPairingError(error: AppError): AppError {
  const extra = error.detail === undefined ? {} : { detail: error.detail }
  if (error.code === 'relay-not-admin') return appError('relay-refused', extra)
  return error.code === 'rejected' ? appError('relay-code', extra) : error
}
