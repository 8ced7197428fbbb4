import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Pages of the bench, in the order of their figures. Never shipped. */
const PAGES = ['empty', 'table', 'tanstack', 'ag-grid', 'dexie']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../../../out/bench-peers',
    emptyOutDir: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    rollupOptions: { input: PAGES.map((page) => join(import.meta.dirname, `${page}.html`)) },
  },
})
