import type { CDPSession } from '@playwright/test'

/**
 * A world of its own in a frame, as the browser makes one for a content script.
 * @returns evaluates an expression there
 */
export async function isolatedWorld(
  session: CDPSession,
  frameId: string,
): Promise<<T>(expression: string) => Promise<T>> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'extension',
  })
  return async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as T
  }
}
