import { fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type * as keytar from 'keytar'
import { KeychainError } from './keychain-error.ts'

/**
 * Used subset of keytar. It has no `findCredentials` and `findPassword`: they crash the process on a locked item. The
 * core always knows the name of an account.
 */
export interface Keytar extends Pick<typeof keytar, 'getPassword' | 'setPassword' | 'deletePassword'> {
  /** Ends the process behind the calls. Pending calls reject. */
  end(): void
}

/** Thrown if the process ended before it answered the call. This proves nothing about the keychain. */
export class KeytarEnded extends Error {}

/** Loads keytar. Rejects with `KeychainError` `unavailable` if that is impossible. */
export type LoadKeytar = () => Promise<Keytar>

export type KeytarMethod = 'getPassword' | 'setPassword' | 'deletePassword'

/** Request of the core to the process that runs keytar. */
export interface KeytarRequest {
  id: number
  method: KeytarMethod
  args: string[]
}

/** Reply of the process that runs keytar. `absent`: keytar cannot be loaded there. */
export type KeytarReply =
  | { id: number; value: string | boolean | null }
  | { id: number; error: string }
  | { id: number; absent: string }

/** Process that runs `keytar-child.ts`, on any host. It must die with the core, however the core ends. */
export interface KeytarChild {
  send(request: KeytarRequest): void
  onReply(listener: (reply: KeytarReply) => void): void
  /** Calls the listener with the reason of the exit. */
  onExit(listener: (how: string) => void): void
  /** Ends the process at once, whatever its state. */
  kill(): void
}

/**
 * Runs keytar in its own process. A locked keyring prompts its owner, and blocks the calling thread until the owner
 * answers. In the core, that thread is one of the four that read every file, and the process could not exit before
 * the answer. Also, without a GLib loop libsecret never finds a keyring that was restarted. Killing the process frees
 * the thread and removes the prompt, and the next process finds the keyring anew.
 * @param onDied called if the process ended unexpectedly; the next call starts another process
 */
export function loadKeytarFrom(start: () => KeytarChild, onDied?: (how: string) => void): LoadKeytar {
  return async () => {
    const child = start()
    let wanted = true
    const waiting = new Map<number, PromiseWithResolvers<string | boolean | null>>()
    let ended: string | null = null
    let last = 0

    child.onReply((reply) => {
      const call = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('value' in reply) call?.resolve(reply.value)
      else if ('absent' in reply) call?.reject(new KeychainError('unavailable', reply.absent))
      else call?.reject(new Error(reply.error))
    })
    child.onExit((how) => {
      ended = `the keychain process ended (${how})`
      if (wanted) onDied?.(how)
      for (const call of waiting.values()) call.reject(new KeytarEnded(ended))
      waiting.clear()
    })

    const call = (method: KeytarMethod, ...args: string[]): Promise<string | boolean | null> => {
      if (ended !== null) return Promise.reject(new KeytarEnded(ended))
      const id = ++last
      const answer = Promise.withResolvers<string | boolean | null>()
      waiting.set(id, answer)
      child.send({ id, method, args })
      return answer.promise
    }
    const keytar: Keytar = {
      getPassword: async (service, account) => {
        const value = await call('getPassword', service, account)
        return typeof value === 'string' ? value : null
      },
      setPassword: async (service, account, password) => {
        await call('setPassword', service, account, password)
      },
      deletePassword: async (service, account) => (await call('deletePassword', service, account)) === true,
      end: () => {
        wanted = false
        child.kill()
      },
    }
    return keytar
  }
}

/**
 * Logs the output of the process, which would otherwise be lost at an exit. It prints only errors, and never a
 * secret.
 */
export function followErrors(stderr: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stderr }).on('line', (line) => onLine(`keychain: ${line}`))
}

/**
 * Starts `keytar-child.ts` with `fork`. A packaged Electron app cannot fork (its RunAsNode fuse is off) and starts
 * the same entry as a utility process.
 * @param entry the built `keytar-child`, or its source
 * @param env environment of the session, which leads to the keyring
 * @param onLine called for each line of stderr
 */
export function forkKeytarChild(
  entry: URL,
  env: NodeJS.ProcessEnv = process.env,
  onLine: (line: string) => void = () => undefined,
): KeytarChild {
  const child = fork(entry, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  if (child.stderr) followErrors(child.stderr, onLine)
  return {
    // Ignore errors: a failed send on a closing channel is followed by the exit, which rejects the call.
    send: (request) => void child.send(request, () => undefined),
    onReply: (listener) => void child.on('message', (reply) => listener(reply as KeytarReply)),
    onExit: (listener) => {
      child.once('exit', (code, signal) => listener(signal ?? `code ${code}`))
      child.once('error', (error) => listener(error.message))
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
