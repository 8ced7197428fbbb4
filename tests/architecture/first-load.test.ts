import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import config from '../../electron.vite.config.ts'
import { root } from './source-files.ts'

/**
 * Maximum initial download of a window, in KB of gzip: close to the present size, so that nothing heavy returns
 * unnoticed. A page or a dialog outside the first screen is imported on opening, and a text module is loaded whole.
 */
const BUDGET_KB = 150
/** Number of largest modules listed on failure. */
const NAMED = 25

// The libraries have another build for development.
beforeEach(() => void vi.stubEnv('NODE_ENV', 'production'))
afterEach(() => void vi.unstubAllEnvs())

test('the first screen loads little', async () => {
  const chunks = await firstChunks()
  const kilobytes = chunks.reduce((sum, { code }) => sum + gzipSync(code).byteLength, 0) / 1024
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
  const largest = modules.toSorted(([, a], [, b]) => b.renderedLength - a.renderedLength).slice(0, NAMED)
  const named = largest.map(([id, { renderedLength }]) => `${id.replace(root, '')}: ${renderedLength}`)
  expect(kilobytes, `the largest modules of the first load:\n${named.join('\n')}`).toBeLessThan(BUDGET_KB)
  // The whole application was measured, and not a part of it.
  expect(modules.map(([id]) => id)).toContain(join(root, 'renderer/features/lookup/lookup-page.tsx'))
})

/** Chunks in the page, and all their static imports. */
async function firstChunks(): Promise<Rolldown.OutputChunk[]> {
  const { renderer } = config as { renderer: InlineConfig }
  const built = (await build({
    ...renderer,
    configFile: false,
    logLevel: 'error',
    build: { ...renderer.build, write: false },
  })) as Rolldown.RolldownOutput
  const chunks = new Map(
    built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  )
  const page = built.output.find(({ fileName }) => fileName === 'index.html')
  const html = page?.type === 'asset' ? String(page.source) : ''
  const first = new Set([...chunks.values()].filter(({ fileName }) => html.includes(`/${fileName}"`)))
  // Iterates over its own additions too.
  for (const { imports } of first)
    for (const name of imports) {
      const chunk = chunks.get(name)
      if (chunk) first.add(chunk)
    }
  return [...first]
}
