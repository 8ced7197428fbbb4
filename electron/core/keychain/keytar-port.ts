import type * as keytar from 'keytar'

/**
 * Used subset of keytar. `findCredentials` is left out on purpose: it crashes the process on a locked item,
 * and so does `findPassword`; an account's name is always known here.
 */
export interface Keytar extends Pick<typeof keytar, 'getPassword' | 'setPassword' | 'deletePassword'> {
  /** Ends the process behind the calls; any call under way rejects. */
  end(): void
}

/** The process ended with this call unanswered, which proves nothing about the keychain. */
export class KeytarEnded extends Error {}

/** Loads keytar; rejects with `KeychainError` `unavailable` where that is impossible. */
export type LoadKeytar = () => Promise<Keytar>

export type KeytarMethod = 'getPassword' | 'setPassword' | 'deletePassword'

/** Request of the core to the process that runs keytar. */
export interface KeytarRequest {
  id: number
  method: KeytarMethod
  args: string[]
}

/** Reply of that process. `absent`: keytar itself cannot be loaded there. */
export type KeytarReply =
  | { id: number; value: string | boolean | null }
  | { id: number; error: string }
  | { id: number; absent: string }
