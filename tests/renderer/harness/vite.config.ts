import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const port = Number(process.env.HARNESS_PORT ?? 4179)

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
