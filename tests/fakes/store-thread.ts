/** The built `mortal-db-worker.ts`, which obeys `orderStoreThread`. */
export const mortalDbWorker = new URL('../../out/tests/mortal-db-worker.js', import.meta.url)

export const STORE_THREAD_CHANNEL = 'ventanilla-test-store-thread'

/** Exit, throw, or block for a number of milliseconds. */
export type StoreThreadOrder = 'exit' | 'throw' | number

/** Sends an order to every store thread of this process. */
export function orderStoreThread(order: StoreThreadOrder): void {
  const channel = new BroadcastChannel(STORE_THREAD_CHANNEL)
  channel.postMessage(order)
  channel.close()
}
