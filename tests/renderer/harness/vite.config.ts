import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createAssetFileNames, unusedParts } from '../../../build/vite-plugins.ts'
import { createNotices } from '../../../build/notices/notices.ts'

const port = Number(process.env.HARNESS_PORT ?? 4179)

// HARNESS_STRICT=1 uses React's development build: StrictMode renders twice, runs every effect again, and warns of
// mistakes. Tests that count requests use the production build.
if (process.env.HARNESS_STRICT) process.env.NODE_ENV = 'development'

const notices = createNotices(join(import.meta.dirname, '../../..'))

/**
 * The states gallery: the real renderer over a bridge in memory. Built for the tests, and served from the sources by
 * `npm run gallery`. Never shipped.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    unusedParts,
    {
      name: 'policy-of-built-pages',
      apply: 'serve',
      // Hot module replacement writes scripts and styles into the page.
      transformIndexHtml: {
        order: 'pre',
        handler: (html: string) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
      },
    },
    notices.record('renderer'),
    notices.emit(false),
  ],
  worker: { plugins: () => [unusedParts, notices.record('renderer')] },
  resolve: { tsconfigPaths: false },
  build: {
    outDir: `../../../out/harness-${port}`,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rollupOptions: { output: { assetFileNames: createAssetFileNames() } },
    reportCompressedSize: false,
  },
  cacheDir: join(import.meta.dirname, '../../../node_modules/.cache/vite-gallery'),
  server: { host: '127.0.0.1', port, open: '/gallery.html' },
  preview: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    // Asset names have hashes, and the document is the same for a whole run: nothing needs to be requested twice.
    headers: { 'Cache-Control': 'max-age=3600' },
  },
})
