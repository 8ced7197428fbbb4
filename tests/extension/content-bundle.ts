import { join } from 'node:path'
import { build } from 'vite'
import { markStylesPlugin } from '../../build/mark-styles.ts'

const root = join(import.meta.dirname, '../..')
const bundles = new Map<string, Promise<string>>()

/** The content script, as the package has it: one script without imports. Or another entry, for the figures. */
export function contentBundle(entry = 'extension/content/content.ts'): Promise<string> {
  const bundle = bundles.get(entry) ?? bundled(entry)
  bundles.set(entry, bundle)
  return bundle
}

async function bundled(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root,
    plugins: [markStylesPlugin()],
    build: {
      write: false,
      target: 'chrome123',
      lib: { entry, formats: ['iife'], name: 'content', fileName: 'content' },
    },
  })
  const [first] = [result].flat()
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not bundled`)
  return chunk.code
}
