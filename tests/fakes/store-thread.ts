/** The built `mortal-db-worker.ts`, which answers to `orderStoreThread`. */
export const mortalDbWorker = new URL('../../out/tests/mortal-db-worker.js', import.meta.url)

export const STORE_THREAD_CHANNEL = 'ventanilla-test-store-thread'

/** End, fail with an exception, or answer nothing for so many milliseconds. */
export type StoreThreadOrder = 'exit' | 'throw' | number

/** Tells every store thread of this process. */
export function orderStoreThread(order: StoreThreadOrder): void {
  const channel = new BroadcastChannel(STORE_THREAD_CHANNEL)
  channel.postMessage(order)
  channel.close()
}
