import { build } from 'vite'
import { nativeHostBuild } from '../build/vite-plugins.ts'

/**
 * Bundles the threads and processes that the integration tests start, as plain JavaScript in out/tests. From source
 * each would compile the WebAssembly that strips TypeScript's types, again and again in the same process, and V8 ends a
 * process now and then for it (nodejs/node#64500); and a start would take a second instead of a quarter.
 */
export async function setup(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    // One file each instead of a hundred of zod's and fastify's: a store's thread starts in half the time.
    ssr: { noExternal: true, external: ['better-sqlite3-multiple-ciphers', 'pdfkit'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'out/tests',
      minify: false,
      rollupOptions: {
        input: {
          'db-worker': 'electron/core/store/worker.ts',
          'failing-db-worker': 'tests/fakes/failing-db-worker.ts',
          'mortal-db-worker': 'tests/fakes/mortal-db-worker.ts',
          'core-process': 'tests/faults/core-process.ts',
          'tracking-process': 'tests/faults/tracking-process.ts',
          'relay-core-process': 'tests/faults/relay-core-process.ts',
          'update-process': 'tests/faults/update-process.ts',
          'store-update-process': 'tests/faults/store-update-process.ts',
          service: 'service/main.ts',
          relay: 'relay/main.ts',
          'relay-writer': 'relay/store/sqlite/writer.ts',
          'faulty-relay-writer': 'tests/fakes/faulty-relay-writer.ts',
        },
        // In one folder: files that they find relative to themselves are found as from the sources.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', format: 'es' },
      },
    },
  })
  await build(nativeHostBuild('out/tests'))
}
