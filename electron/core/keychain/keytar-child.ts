import { createRequire } from 'node:module'
import type { KeytarMethod, KeytarReply, KeytarRequest } from './keytar-process.ts'

/**
 * Entry of the process that runs keytar (see `keytar-process.ts` for the reason). It answers requests on its channel,
 * and exits when the channel closes.
 */

type Calls = Record<KeytarMethod, (...args: string[]) => Promise<string | boolean | null | void>>

/** Reason from the native loader: keytar's own error only tells that keytar did not load. */
function whyNotLoaded(error: unknown): string {
  const native = `keytar/prebuilds/${process.platform}-${process.arch}/keytar.node`
  try {
    createRequire(import.meta.url)(native)
  } catch (reason) {
    if (reason instanceof Error) return reason.message.split('\n')[0] ?? ''
  }
  return error instanceof Error ? error.message : 'keytar does not load'
}

async function answer({ id, method, args }: KeytarRequest): Promise<KeytarReply> {
  let keytar: Calls
  try {
    const module = (await import('keytar')) as unknown as Calls & { default?: Calls }
    keytar = module.default ?? module
  } catch (error) {
    return { id, absent: whyNotLoaded(error) }
  }
  try {
    return { id, value: (await keytar[method](...args)) ?? null }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : 'refused' }
  }
}

/**
 * Port of Electron's utility process to its parent, used instead of Node's channel. The process ends with its parent.
 */
const { parentPort } = process as NodeJS.Process & {
  parentPort?: {
    postMessage(reply: KeytarReply): void
    on(event: 'message', listener: (event: { data: KeytarRequest }) => void): void
  }
}
parentPort?.on('message', ({ data }) => void answer(data).then((reply) => parentPort.postMessage(reply)))

process.on('message', (request: KeytarRequest) => {
  void answer(request).then((reply) => process.send?.(reply))
})
// Kill the process: a normal exit waits for the call under way, and so possibly for the user.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
