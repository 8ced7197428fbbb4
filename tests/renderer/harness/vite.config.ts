import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const port = Number(process.env.HARNESS_PORT ?? 4179)

// React as it is developed with: StrictMode draws everything twice and ends and begins every effect again, and what is
// wrong is warned of, which fails the gallery.
process.env.NODE_ENV = 'development'

/** The states gallery: the real renderer over a bridge in memory. Never shipped. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { tsconfigPaths: false },
  build: {
    outDir: `../../../out/harness-${port}`,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  preview: { host: '127.0.0.1', port, strictPort: true },
})
