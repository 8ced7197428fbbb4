/**
 * Readers-writer lock: requests to the active account share it, switching account takes it exclusively. So no
 * request meets a store that has just been closed.
 */
export interface ScreensLock {
  /** Runs at once, or right after an account switch under way. */
  ask<T>(run: () => Promise<T> | T): Promise<T>
  /** Runs when no request is being answered; later requests wait. One switch at a time. */
  change<T>(run: () => Promise<T>): Promise<T>
}

export function createScreensLock(): ScreensLock {
  const asking = new Set<Promise<unknown>>()
  let changing: Promise<unknown> | null = null

  return {
    async ask(run) {
      while (changing) await changing
      const answer = (async () => run())()
      const over = answer.catch(() => undefined).finally(() => asking.delete(over))
      asking.add(over)
      return answer
    },
    async change(run) {
      const over = Promise.withResolvers<void>()
      changing = over.promise
      try {
        await Promise.all(asking)
        return await run()
      } finally {
        changing = null
        over.resolve()
      }
    },
  }
}
