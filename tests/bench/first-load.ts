import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { paintedAfter } from './painted.ts'

/**
 * Loads the present page again and again, from no cache.
 * @param wanted selector of what is to be painted
 * @returns milliseconds from each navigation until it is
 */
export async function firstLoads(page: Page, rounds: number, wanted: string): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto('about:blank')
    const session = await page.context().newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await session.detach()
    times.push(await paintedAfter(page, wanted, () => page.goBack()))
  }
  return times
}

/** The entry chunk and its static imports: a window's download before it shows anything. */
export function firstLoadKilobytes(): number {
  const root = 'out/renderer'
  const html = readFileSync(join(root, 'index.html'), 'utf8')
  const wanted = [...html.matchAll(/(?:src|href)="\/?(?:\.\/)?(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path ?? '',
  )
  const seen = new Set<string>()
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const code = readFileSync(join(root, path), 'utf8')
    for (const [, name] of code.matchAll(/(?:^|[;}\s])(?:import|from)\s*"\.\/([^"]+\.js)"/g))
      wanted.push(`assets/${name}`)
  }
  if (seen.size === 0) throw new Error(`no script found in ${root}: ${readdirSync(root).join(', ')}`)
  return [...seen].reduce((sum, path) => sum + gzipSync(readFileSync(join(root, path))).byteLength, 0) / 1024
}
