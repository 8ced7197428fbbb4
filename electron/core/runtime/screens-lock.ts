/**
 * What the windows ask of the account on screen, and its being taken away or up again: many of the first at a time,
 * one of the second alone. So no question meets a store that has just been closed under it.
 */
export interface ScreensLock {
  /** Runs at once, unless the account is being changed: then right after. */
  ask<T>(run: () => Promise<T> | T): Promise<T>
  /** Runs when no question is being answered; those that arrive meanwhile wait. One at a time. */
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
