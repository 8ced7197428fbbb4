/** The same action, which does nothing while it runs: a doubled press acts once. Failures reach the first caller. */
export function onceAtATime<A extends unknown[]>(
  action: (...args: A) => Promise<void>,
): (...args: A) => Promise<void> {
  let isRunning = false
  return async (...args) => {
    if (isRunning) return
    isRunning = true
    try {
      await action(...args)
    } finally {
      isRunning = false
    }
  }
}
