import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import {
  asciiSources,
  createAssetFileNames,
  nativeHost,
  entryFileName,
  nodeCheck,
  unusedParts,
} from './build/vite-plugins.ts'
import { commitEpoch } from './build/packages/product.ts'
import { createFirstLoad, createNextLoad } from './build/first-load.ts'
import { createNotices } from './build/notices/notices.ts'

const notices = createNotices(import.meta.dirname)
const PAGES = ['renderer/main.tsx', 'renderer/panel.tsx']
const firstLoad = createFirstLoad(PAGES)
const nextLoad = createNextLoad(PAGES)

/**
 * Everything that runs is built here: the processes into out/main, one entry each so that they can be forked, the
 * desktop window's preload into out/preload and the renderer into out/renderer.
 */
export default defineConfig({
  main: {
    plugins: [
      asciiSources,
      nodeCheck,
      nativeHost('out/main', notices.record('main')),
      notices.record('main'),
    ],
    // Its build for Node declares a `require` of its own, and so does the bundle. The one for browsers has no threads,
    // which nothing here uses.
    resolve: { alias: [{ find: /^fflate$/, replacement: 'fflate/browser' }] },
    define: { __COMMIT_EPOCH__: JSON.stringify(commitEpoch(import.meta.dirname)) },
    build: {
      outDir: 'out/main',
      // The oldest Node that a package carries (build/packages/node-distributions.ts).
      target: 'node22',
      // Libraries are bundled too: read as one file they take 15 MB less of memory than as hundreds.
      externalizeDeps: false,
      rollupOptions: {
        // They find their compiled parts beside their own files. Electron is there when it runs.
        external: ['electron', 'better-sqlite3-multiple-ciphers', 'keytar'],
        input: {
          main: 'electron/main.ts',
          web: 'electron/web.ts',
          'db-worker': 'electron/core/store/worker.ts',
          'keytar-child': 'electron/core/keychain/keytar-child.ts',
          service: 'service/main.ts',
          relay: 'relay/main.ts',
          'relay-writer': 'relay/store/sqlite/writer.ts',
        },
        output: { entryFileNames: entryFileName, chunkFileNames: 'chunks/[name]-[hash].js', format: 'es' },
      },
    },
  },
  preload: {
    plugins: [notices.record('preload')],
    build: {
      outDir: 'out/preload',
      // A sandboxed preload is one CommonJS file that can require nothing but Electron's few modules.
      externalizeDeps: false,
      rollupOptions: {
        external: ['electron'],
        input: { preload: 'electron/preload.ts' },
        output: { entryFileNames: '[name].cjs', format: 'cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [
      react(),
      unusedParts,
      // Addresses from the root, in both hosts: a reload of /consulta/historial must find its files too.
      { name: 'addresses-from-the-root', config: () => ({ base: '/' }) },
      notices.record('renderer'),
      notices.emit(),
    ],
    worker: { plugins: () => [unusedParts, notices.record('renderer')] },
    // For `electron-vite dev`: the window keeps its own address, so its page cannot tell where the server is.
    server: { host: '127.0.0.1', port: 5273, strictPort: true, hmr: { host: '127.0.0.1', clientPort: 5273 } },
    build: {
      outDir: 'out/renderer',
      minify: true,
      rollupOptions: {
        input: {
          index: 'renderer/index.html',
          panel: 'renderer/panel.html',
          'notice-worker': 'renderer/notify/notice-worker.ts',
        },
        output: {
          // A worker is known by its address: the same in every build, and above its scope.
          entryFileNames: ({ name }) => (name === 'notice-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
          assetFileNames: createAssetFileNames(),
          // What a page loads at once is three files: 9 KB less of gzip than the thirty that its parts share.
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: firstLoad, debugName: 'first load', tags: ['$initial'] },
              // One file instead of twenty-five.
              { name: nextLoad, debugName: 'next load' },
            ],
          },
        },
      },
      // Inlined assets would need `data:` in more places of the content security policy than images.
      assetsInlineLimit: 0,
      // A chunk finds its scripts by itself, from this PC. The lists of them all took 5 KB of gzip of the first load.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_chunk, files) => files.filter((file) => file.endsWith('.css')),
      },
    },
  },
})
