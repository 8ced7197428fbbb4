import { KeychainError } from './keychain-error.ts'
import { randomBytes } from 'node:crypto'
import { createKeytarLane } from './keytar-lane.ts'
import type { LoadKeytar } from './keytar-process.ts'
import { createMemorySecrets, type SecretStore } from './secret-store.ts'
import { type DeriveKey, createSealedSecrets } from './sealed-secrets.ts'

/**
 * State of the secret storage.
 * - `absent`: this PC has no working keychain, and the user has not chosen yet. The user may choose a sealed file or
 * a session in memory.
 * - `system`: `unasked` until a secret is needed, since a read may prompt the owner. `locked` waits for its owner,
 * and `unavailable` stopped answering during the session.
 * - `sealed`: `locked` waits for its passphrase, `damaged` is never overwritten, `unavailable` cannot be read.
 * - `memory`: nothing that needs a secret later may be created.
 */
export interface KeychainState {
  kind: 'system' | 'sealed' | 'memory' | 'absent'
  state: 'unasked' | 'ready' | 'locked' | 'damaged' | 'unavailable'
  /** Reason for support. Contains no secret. */
  detail?: string
}

/** Storage of all profiles' secrets. */
export interface Keychain {
  readonly state: KeychainState
  /** Always the same object, whatever storage is used. Scope it by profile (`scopeSecrets`). */
  readonly secrets: SecretStore
  /** Checks again, after the user unlocked the keychain. Never rejects, and may take `limitMs`. */
  retry(): Promise<KeychainState>
  /**
   * Creates the sealed file, and stores secrets there from now on. Rejects with `exists` if the system's keychain
   * works.
   */
  createSealed(passphrase: string): Promise<void>
  unlock(passphrase: string): Promise<void>
  /** Locks only the sealed file. The owner locks the system's keychain. */
  lock(): Promise<void>
  changePassphrase(current: string, next: string): Promise<void>
  /**
   * Stores secrets in memory until the process ends, or until `retry` finds a persistent storage. Rejects with
   * `exists` if the system's keychain works.
   */
  useMemory(): Promise<void>
  close(): void
}

export interface KeychainDeps {
  /** Loads the system's keychain. Absent if it is never used. */
  load?: LoadKeytar
  /** Path of the sealed file, created only at the user's request. */
  sealedPath: string
  onState?: (state: KeychainState) => void
  service?: string
  limitMs?: number
  derive?: DeriveKey
}

/** Keychain after its first check: see `createKeychain`. */
export async function openKeychain(deps: KeychainDeps): Promise<Keychain> {
  const keychain = createKeychain(deps)
  await keychain.retry()
  return keychain
}

/**
 * Keychain of this PC. An existing sealed file is used first, because accounts were added to it. Otherwise the
 * system's keychain is used. Nothing is created automatically, and a failure is a state. The first `retry`, or the
 * first use of a secret, checks the keychain. That may take as long as the system's prompt to the owner, so work
 * without secrets should not wait for it.
 */
export function createKeychain(deps: KeychainDeps): Keychain {
  const sealed = createSealedSecrets({ path: deps.sealedPath, ...(deps.derive && { derive: deps.derive }) })
  const system =
    deps.load &&
    createKeytarSecrets({
      load: deps.load,
      ...(deps.service !== undefined && { service: deps.service }),
      ...(deps.limitMs !== undefined && { limitMs: deps.limitMs }),
    })
  const memory = createMemorySecrets()
  const stores = { system: system ?? sealed, absent: system ?? sealed, sealed, memory }
  let state: KeychainState = { kind: 'system', state: 'unasked' }
  let looked: Promise<KeychainState> | null = null

  function setState(next: KeychainState): KeychainState {
    const isNew = JSON.stringify(next) !== JSON.stringify(state)
    state = next
    if (isNew) deps.onState?.(state)
    return state
  }

  /** State of the sealed file, or `null` if there is no file. */
  async function readSealedState(): Promise<KeychainState | null> {
    try {
      const status = await sealed.status()
      return status === 'absent' ? null : { kind: 'sealed', state: status === 'open' ? 'ready' : 'locked' }
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error
      const isDamaged = error.kind === 'corrupt'
      return { kind: 'sealed', state: isDamaged ? 'damaged' : 'unavailable', detail: error.detail }
    }
  }

  async function detectState(): Promise<KeychainState> {
    const file = await readSealedState()
    if (file) return file
    if (!system) return { kind: 'absent', state: 'unavailable', detail: 'not to be used here' }
    const probe = await probeKeychain(system)
    if (probe.state === 'available') return { kind: 'system', state: 'ready' }
    const kind = probe.state === 'locked' ? 'system' : 'absent'
    return { kind, state: probe.state, detail: probe.why }
  }

  const usesSystem = () => system !== undefined && (state.kind === 'system' || state.kind === 'absent')

  /** Calls the store and updates the keychain state: the keychain may be locked or unlocked during the session. */
  async function callAndTrack<T>(
    call: (store: SecretStore) => Promise<T>,
    tellsState: (value: T) => boolean = () => true,
  ): Promise<T> {
    const store = await chooseStore()
    try {
      const value = await call(store)
      if (usesSystem() && tellsState(value)) setState({ kind: 'system', state: 'ready' })
      return value
    } catch (error) {
      if (state.kind === 'system' && error instanceof KeychainError && error.kind !== 'invalid-secret') {
        const isThere = error.kind === 'locked' || error.kind === 'timeout'
        setState({ kind: 'system', state: isThere ? 'locked' : 'unavailable', detail: error.detail })
      }
      throw error
    }
  }

  async function chooseStore(): Promise<SecretStore> {
    if (state.kind === 'system') await (looked ?? retry())
    return stores[state.kind]
  }

  function retry(): Promise<KeychainState> {
    looked = detectState().then((found) =>
      // A session in memory continues until a persistent storage is ready.
      state.kind === 'memory' && found.state !== 'ready' ? state : setState(found),
    )
    return looked
  }

  function requireNoSystemKeychain(): void {
    if (state.kind === 'system' && state.state === 'ready') {
      throw new KeychainError('exists', "the system's keychain is in use")
    }
  }

  const runAndRefresh = async (work: Promise<void>) => {
    await work
    setState((await readSealedState()) ?? (await detectState()))
  }

  return {
    get state() {
      return state
    },
    secrets: {
      get persistent() {
        return stores[state.kind].persistent
      },
      // `null` does not change the state, because a locked keychain returns it too.
      get: (name) =>
        callAndTrack(
          (store) => store.get(name),
          (value) => value !== null,
        ),
      set: (name, value) => callAndTrack((store) => store.set(name, value)),
      delete: (name) => callAndTrack((store) => store.delete(name)),
    },
    retry,
    async createSealed(passphrase) {
      requireNoSystemKeychain()
      await runAndRefresh(
        sealed.create(passphrase).then(async () => {
          // Move the secrets of a session in memory to the sealed file.
          for (const [name, value] of memory.entries()) await sealed.set(name, value)
        }),
      )
    },
    unlock: (passphrase) => runAndRefresh(sealed.unlock(passphrase)),
    async lock() {
      if (state.kind === 'sealed') await runAndRefresh(sealed.lock())
    },
    changePassphrase: (current, next) => runAndRefresh(sealed.changePassphrase(current, next)),
    async useMemory() {
      requireNoSystemKeychain()
      setState({ kind: 'memory', state: 'ready' })
    },
    close: () => system?.close(),
  }
}

type KeychainProbe = { state: 'available' } | { state: 'locked' | 'unavailable'; why: string }

/**
 * Checks that the system's keychain stores secrets, by storing one. A read proves nothing: a locked keychain answers
 * as if it were empty. Storing prompts the owner of a locked keychain to unlock it.
 */
export async function probeKeychain(secrets: Pick<SystemSecrets, 'testRoundTrip'>): Promise<KeychainProbe> {
  try {
    await secrets.testRoundTrip()
    return { state: 'available' }
  } catch (error) {
    if (!(error instanceof KeychainError)) throw error
    const { kind, detail } = error
    return { state: kind === 'locked' || kind === 'timeout' ? 'locked' : 'unavailable', why: detail }
  }
}

/** The system's keychain. */
export interface SystemSecrets extends SecretStore {
  /** Stores, reads and removes a secret without value. Rejects with a `KeychainError` that names the failure. */
  testRoundTrip(): Promise<void>
  /** Ends the process that runs keytar. A later call starts another process. */
  close(): void
}

export interface KeytarSecretsOptions {
  /** Service name common to all our secrets, shown by the keychain's own interface. */
  service?: string
  load: LoadKeytar
  /**
   * Timeout of a call, in milliseconds. It includes the time to type a password, because a locked keychain prompts
   * its owner.
   */
  limitMs?: number
  /** Idle time in milliseconds after which keytar's process is released. */
  idleMs?: number
}

/**
 * True for well-formed text that is not empty and has no C string terminator. The keychain then returns it unchanged.
 */
const isStorable = (value: string) => value !== '' && !value.includes('\0') && value.isWellFormed()

/**
 * Secrets in the system's keychain: Keychain on macOS, Credential Manager on Windows, the Secret Service on Linux.
 * Nothing is loaded before the first call. `set` reads the stored value back: a reported success is not enough for a
 * key that will encrypt data.
 */
export function createKeytarSecrets(options: KeytarSecretsOptions): SystemSecrets {
  const { service = 'Ventanilla', load, limitMs = 60_000, idleMs = 2_000 } = options
  const lane = createKeytarLane({ service, load, limitMs, idleMs })

  async function set(name: string, value: string): Promise<void> {
    if (!isStorable(value)) throw new KeychainError('invalid-secret', 'not a text that can be kept whole')
    try {
      await lane.run(async (keytar) => {
        await keytar.setPassword(service, name, value)
        const kept = await keytar.getPassword(service, name)
        if (kept === null) throw new KeychainError('locked', 'it did not keep the secret')
        if (kept !== value) throw new KeychainError('unavailable', 'it kept another value')
      })
    } catch (error) {
      throw withoutValue(error, value)
    }
  }

  const remove = (name: string) => lane.run((keytar) => keytar.deletePassword(service, name))

  async function testRoundTrip(): Promise<void> {
    // Use a unique name: two concurrent probes must not delete each other's secret.
    const name = `probe-${randomBytes(6).toString('hex')}`
    const cleanUp = () => remove(name).catch(() => undefined)
    try {
      await set(name, 'probe')
    } catch (error) {
      // Do not wait: there is hardly anything to remove, and the caller has waited long enough.
      void cleanUp()
      throw error
    }
    await cleanUp()
  }

  return {
    persistent: true,
    get: (name) => lane.run((keytar) => keytar.getPassword(service, name)),
    set,
    async delete(name) {
      if (await remove(name)) return
      // A locked keychain also reports "nothing removed". Storing a secret prompts the owner to unlock it.
      await testRoundTrip()
      await remove(name)
    },
    testRoundTrip,
    close: lane.close,
  }
}

/** Removes the secret's value from the system's error message, which may quote it. */
function withoutValue(error: unknown, value: string): unknown {
  if (!(error instanceof KeychainError) || !error.detail.includes(value)) return error
  return new KeychainError(error.kind, error.detail.replaceAll(value, '…'))
}
