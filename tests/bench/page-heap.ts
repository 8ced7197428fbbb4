import type { Page } from '@playwright/test'

/** Megabytes of JavaScript that a page keeps once what it no longer needs is collected. */
export async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1024 ** 2
}
