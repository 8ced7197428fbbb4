import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'
import { NEXT_PARTS } from '../../build/first-load.ts'
import config from '../../electron.vite.config.ts'
import { root } from './source-files.ts'

/**
 * Maximum initial download of a window, in KB of gzip: close to the present size, so that nothing heavy returns
 * unnoticed. A page or a dialog outside the first screen is imported on opening, and a text module is loaded whole.
 */
const BUDGET_KB = 120
/** Number of largest modules listed on failure. */
const NAMED = 25

/** Shown rarely, and opened by hand: they check what they read or send by the schemas of others. */
const MAY_VALIDATE = [
  'renderer/features/about/licences-dialog.tsx',
  'renderer/features/relay/alarm-dialog.tsx',
]

let chunks: ReadonlyMap<string, Rolldown.OutputChunk>
let html: string
let assets: readonly string[]
beforeAll(async () => {
  // The libraries have another build for development.
  vi.stubEnv('NODE_ENV', 'production')
  const { renderer } = config as { renderer: InlineConfig }
  const built = (await build({
    ...renderer,
    configFile: false,
    logLevel: 'error',
    build: { ...renderer.build, write: false },
  })) as Rolldown.RolldownOutput
  vi.unstubAllEnvs()
  chunks = new Map(built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  assets = built.output.flatMap(({ type, fileName }) => (type === 'asset' ? [fileName] : []))
  const page = built.output.find(({ fileName }) => fileName === 'index.html')
  html = page?.type === 'asset' ? String(page.source) : ''
})

test('the first screen loads little', () => {
  const first = withImports([...chunks.values()].filter(({ fileName }) => html.includes(`/${fileName}"`)))
  const kilobytes = first.reduce((sum, { code }) => sum + gzipSync(code).byteLength, 0) / 1024
  const modules = first.flatMap((chunk) => Object.entries(chunk.modules))
  const largest = modules.toSorted(([, a], [, b]) => b.renderedLength - a.renderedLength).slice(0, NAMED)
  const named = largest.map(([id, { renderedLength }]) => `${id.replace(root, '')}: ${renderedLength}`)
  expect(kilobytes, `the largest modules of the first load:\n${named.join('\n')}`).toBeLessThan(BUDGET_KB)
  // The whole application was measured, and not a part of it.
  expect(modules.map(([id]) => id)).toContain(join(root, 'renderer/features/lookup/lookup-page.tsx'))
})

test('the font of the first words is loaded with the scripts, from the file that the styles name', () => {
  const fonts = assets.filter((name) => name.includes('ibm-plex-sans-latin-wght-normal'))
  expect(fonts).toHaveLength(1)
  expect(/<link\s[^>]*rel="preload"[^>]*>/.exec(html)?.[0]).toContain(`href="/${fonts[0]}"`)
})

test('no chunk has a tool of development', () => {
  const all = [...chunks.values()]
  const modules = all.flatMap((chunk) => Object.keys(chunk.modules))
  expect(
    modules.filter((id) => /zustand\/(esm\/)?middleware|react-refresh|vite\/dist\/client/.test(id)),
  ).toEqual([])
  expect(all.filter(({ code }) => code.includes('__REDUX_DEVTOOLS_EXTENSION__'))).toEqual([])
})

test('nothing of every day loads the validator: schemas stay with the core', () => {
  const isZod = (chunk: Rolldown.OutputChunk) =>
    Object.keys(chunk.modules).some((id) => id.includes('/node_modules/zod/'))
  const validating = [...chunks.values()]
    .filter((chunk) => chunk.facadeModuleId !== null && withImports([chunk]).some(isZod))
    .map(({ facadeModuleId }) => facadeModuleId?.replace(root, ''))
  expect(new Set(validating)).toEqual(new Set(MAY_VALIDATE))
})

test('what the first screen loads by itself next is one file', () => {
  const has = (part: string) => (chunk: Rolldown.OutputChunk) => join(root, part) in chunk.modules
  const next = new Set(NEXT_PARTS.map((part) => [...chunks.values()].find(has(part))))
  expect(next.size).toBe(1)
  const [chunk] = next
  const first = withImports([...chunks.values()].filter(({ fileName }) => html.includes(`/${fileName}"`)))
  expect(withImports(chunk ? [chunk] : []).filter((one) => !first.includes(one))).toEqual([chunk])
})

test('the decoders of scans are beside each other, under the names that the library asks for', () => {
  const decoders = assets.filter((file) => file.includes('nowasm')).map((file) => file.split('/'))
  // The web host lets workers run scripts of assets/ alone.
  expect(decoders.map(([top]) => top)).toEqual(['assets', 'assets'])
  expect(new Set(decoders.map(([, folder]) => folder)).size).toBe(1)
  expect(new Set(decoders.map(([, , name]) => name))).toEqual(
    new Set(['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']),
  )
})

/** These chunks and all their static imports. */
function withImports(some: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const all = new Set(some)
  // Iterates over its own additions too.
  for (const { imports } of all)
    for (const name of imports) {
      const chunk = chunks.get(name)
      if (chunk) all.add(chunk)
    }
  return [...all]
}
