import type * as keytar from 'keytar'

/**
 * What is used of keytar. `findCredentials` is left out on purpose: it crashes the process on a locked item, and
 * `findPassword` with it, because an account's name is always known here.
 */
export interface Keytar extends Pick<typeof keytar, 'getPassword' | 'setPassword' | 'deletePassword'> {
  /** Ends what carries the calls, with any that is under way: those reject. */
  end(): void
}

/** What carries the calls has ended, with this one unanswered: it says nothing about the keychain. */
export class KeytarEnded extends Error {}

/** A way to have a keytar; rejects with `KeychainError` `unavailable` where there can be none. */
export type LoadKeytar = () => Promise<Keytar>

export type KeytarMethod = 'getPassword' | 'setPassword' | 'deletePassword'

/** From the core to the process that carries keytar. */
export interface KeytarRequest {
  id: number
  method: KeytarMethod
  args: string[]
}

/** And back. `absent` says that keytar itself cannot be loaded there. */
export type KeytarReply =
  | { id: number; value: string | boolean | null }
  | { id: number; error: string }
  | { id: number; absent: string }
