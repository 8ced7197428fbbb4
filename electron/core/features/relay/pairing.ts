import { PAIRING_CODE } from '#shared/api/relay.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { readBaseAddress } from '#shared/domain/base-address.ts'
import { newPairingNonce, pairingCommitment, wordsOfPairing } from '#shared/sealing/compared-words.ts'
import { newKeyPair, type KeyPair } from '#shared/sealing/sealed-box.ts'
import { keychainAppError } from '../../keychain/keychain-app-error.ts'
import { KeychainError } from '../../keychain/keychain-error.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log/log.ts'
import { pairingCode } from './pairing-code.rules.ts'
import type { Claimed, RelayApi } from './relay-api.ts'

/** This PC's pairing with a relay, with a code from an administrator's PC. */
export interface Pairing {
  readonly state: RelaySlice['pairing']
  /** Gives the code. The administrator's nonce and the confirmation are awaited in the background. */
  begin(address: string, code: string, name: string): Promise<Result<Record<string, never>>>
  cancel(): void
  stop(): Promise<void>
}

export interface PairingDeps {
  api: Pick<RelayApi, 'pair' | 'adminNonce' | 'claim'>
  clock: Clock
  log: Log
  /** Reason that nothing may be created in this session, or `null`. */
  forbidden: () => AppError | null
  /** Stores the token, the link and the keys. */
  onClaimed: (address: string, claimed: Claimed, pair: KeyPair) => Promise<void>
  onState: () => void
}

/** This PC's half of a pairing. */
interface Exchange {
  claim: string
  code: string
  nonce: string
  pair: KeyPair
}

/** Delay before asking again after a failure that passes. */
const AGAIN_MS = 2_000
/** A code lasts ten minutes, after which the relay accepts no confirmation. */
const PATIENCE_MS = 11 * 60_000

export function createPairing({ api, clock, log, forbidden, onClaimed, onState }: PairingDeps): Pairing {
  let state: RelaySlice['pairing'] = null
  let running: { controller: AbortController; done: Promise<void> } | null = null

  function set(next: RelaySlice['pairing']): void {
    state = next
    onState()
  }

  async function wait(address: string, exchange: Exchange, signal: AbortSignal): Promise<void> {
    const { claim, code, nonce, pair } = exchange
    const began = clock.elapsed()
    let isRevealed = false
    let error = appError('relay-code')
    while (clock.elapsed() - began < PATIENCE_MS) {
      const asked = clock.elapsed()
      // Only the first nonce of the administrator counts: another one would be chosen for the words that it makes.
      const answer = isRevealed
        ? await api.claim(address, claim, nonce, signal)
        : await api.adminNonce(address, claim, signal)
      if (signal.aborted) return
      if (answer.ok && answer.value !== null) {
        if (typeof answer.value !== 'string') {
          await onClaimed(address, answer.value, pair)
          return set(null)
        }
        isRevealed = true
        const words = wordsOfPairing({ code, nonce, publicKey: pair.publicKey }, answer.value)
        set({ state: 'waiting', address, words })
        continue
      }
      if (!answer.ok) {
        error = endOf(answer.error)
        if (!answer.error.retryable) break
      }
      // A relay that does not wait as it was asked to is not asked again at once.
      if (!answer.ok || clock.elapsed() - asked < AGAIN_MS) await clock.sleep(AGAIN_MS, signal)
      if (signal.aborted) return
    }
    if (state) set({ state: 'failed', address: state.address, error })
  }

  function stopWaiting(): void {
    running?.controller.abort()
  }

  return {
    get state() {
      return state
    },

    async begin(typed, typedCode, name) {
      const forbids = forbidden()
      if (forbids) return fail(forbids)
      const address = readBaseAddress(typed)
      if (!address.ok) return fail(appError('bad-address', { detail: address.problem }))
      const code = pairingCode(typedCode)
      if (!PAIRING_CODE.test(code)) return fail(appError('relay-code'))
      stopWaiting()
      await running?.done
      const controller = new AbortController()
      const { signal } = controller
      const ending = Promise.withResolvers<void>()
      running = { controller, done: ending.promise }
      const { url } = address
      set({ state: 'asking', address: url })
      const nonce = newPairingNonce()
      const pair = newKeyPair()
      const { publicKey } = pair
      const commitment = pairingCommitment({ code, nonce, publicKey })
      const answer = await api.pair(url, { code, name, publicKey, commitment }, signal)
      if (!answer.ok || signal.aborted) {
        ending.resolve()
        if (!signal.aborted) set(null)
        return answer.ok ? fail(appError('cancelled')) : answer
      }
      void wait(url, { claim: answer.value.claim, code, nonce, pair }, signal)
        .catch((error: unknown) => {
          log.error('relay: the pairing could not be stored', error)
          const told = error instanceof KeychainError ? keychainAppError(error) : appError('store-failed')
          set({ state: 'failed', address: url, error: told })
        })
        .finally(ending.resolve)
      return ok({})
    },

    cancel() {
      stopWaiting()
      if (state) set(null)
    },

    async stop() {
      stopWaiting()
      await running?.done
    },
  }
}

/** The administrator refused this PC; or the code expired, or was for one PC alone. */
function endOf(error: AppError): AppError {
  const extra = error.detail === undefined ? {} : { detail: error.detail }
  if (error.code === 'relay-not-admin') return appError('relay-refused', extra)
  return error.code === 'rejected' ? appError('relay-code', extra) : error
}
