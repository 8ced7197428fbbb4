import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const port = Number(process.env.HARNESS_PORT ?? 4179)

// With HARNESS_STRICT=1, React as it is developed with: StrictMode draws everything twice, ends and begins every effect
// again, and warns of what is wrong. Tests that count what is asked are of React as it is shipped.
if (process.env.HARNESS_STRICT) process.env.NODE_ENV = 'development'

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
  preview: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    // Names of assets say what is in them, and the document is the same for a whole run: nothing is asked for twice.
    headers: { 'Cache-Control': 'max-age=3600' },
  },
})
