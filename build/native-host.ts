import { build, type InlineConfig, type Plugin } from 'vite'

/**
 * Build of the native host: one file, and CommonJS, which starts 4 ms sooner than a module
 * (docs/decisions/0015-the-native-host-is-a-script.md).
 */
export const nativeHostBuild = (outDir: string, ...plugins: Plugin[]): InlineConfig => ({
  configFile: false,
  logLevel: 'warn',
  plugins,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir,
    emptyOutDir: false,
    minify: true,
    rollupOptions: {
      input: { 'native-host': 'electron/native-host/host.ts' },
      output: { entryFileNames: '[name].cjs', format: 'cjs', codeSplitting: false },
    },
  },
})

/** Builds it after the modules of the main process, beside them. */
export const nativeHost = (outDir: string, ...plugins: Plugin[]): Plugin => ({
  name: 'native-host',
  async closeBundle() {
    await build(nativeHostBuild(outDir, ...plugins))
  },
})
