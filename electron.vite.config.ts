import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

/**
 * Everything that runs is built here: the processes into out/main, one file each so that they can be forked,
 * and the renderer into out/renderer. The desktop shell and its preload join this table with their issue.
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node24',
      // Libraries are bundled too: read as one file they take 15 MB less of memory than as hundreds.
      externalizeDeps: false,
      rollupOptions: {
        // It finds its compiled part beside its own files.
        external: ['better-sqlite3-multiple-ciphers'],
        input: {
          web: 'electron/web.ts',
          'db-worker': 'electron/core/db/worker.ts',
          service: 'service/main.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js', format: 'es' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react()],
    build: {
      outDir: 'out/renderer',
      minify: true,
      rollupOptions: { input: 'renderer/index.html' },
      // Inlined assets would need `data:` in more places of the content security policy than images.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  },
})
