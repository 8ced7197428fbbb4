import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The states gallery: the real renderer over a bridge in memory. Never shipped. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { tsconfigPaths: false },
  build: {
    outDir: '../../../out/harness',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  preview: { host: '127.0.0.1', port: Number(process.env.HARNESS_PORT ?? 4179), strictPort: true },
})
