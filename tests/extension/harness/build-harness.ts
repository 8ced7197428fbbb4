import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** The harness as one script, for a page to begin with. */
export async function buildHarness(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: fileURLToPath(new URL('../../../out/extension-harness', import.meta.url)),
      reportCompressedSize: false,
      minify: false,
      rollupOptions: {
        input: fileURLToPath(new URL('harness.ts', import.meta.url)),
        output: { format: 'iife', entryFileNames: 'harness.js' },
      },
    },
  })
}
