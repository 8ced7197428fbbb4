import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Plugin, build, type InlineConfig } from 'vite'
import { terminalTexts } from '#shared/text/hosts.ts'
import manifest from '../package.json' with { type: 'json' }

/**
 * Escapes non-ASCII characters. Node stores a source in two bytes per character if it has a single non-Latin-1
 * character. ASCII sources take half the memory: 4 MB less.
 */
export const asciiSources: Plugin = {
  name: 'ascii-sources',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = toAscii(file.code)
  },
}

/** Escapes each UTF-16 unit, so a character of two units becomes two escapes. The code keeps its meaning. */
export const toAscii = (code: string): string =>
  code.replaceAll(/(\\*)([\u0080-\uffff])/g, (_found, before: string, unit: string) => {
    // An odd number of backslashes already escapes the character: drop the last backslash.
    const bars = before.length % 2 === 0 ? before : before.slice(1)
    return `${bars}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })

/**
 * Makes the bundler drop the modules of a feature whose exports are unused, and their style sheets. Without this
 * plugin, one import from a `feature.ts` would load everything that the file exports.
 */
export const unusedParts: Plugin = {
  name: 'unused-parts',
  transform: {
    filter: { id: /\/renderer\/features\/.*\.tsx?$/ },
    handler: () => ({ moduleSideEffects: false }),
  },
}

const require = createRequire(import.meta.url)

/** Picture decoders of pdfjs-dist, in plain JavaScript: the pages' policy allows no WebAssembly. */
const DECODERS = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']

/**
 * Names of built assets. pdfjs-dist finds its decoders by folder and fixed file name, so the hash of their contents
 * is in the name of the folder.
 */
export function createAssetFileNames(): (asset: { names: readonly string[] }) => string {
  const hash = createHash('sha256')
  for (const name of DECODERS) hash.update(readFileSync(require.resolve(`pdfjs-dist/wasm/${name}`)))
  const folder = `assets/decoders-${hash.digest('hex').slice(0, 8)}`
  return ({ names }) =>
    names.some((name) => DECODERS.includes(name))
      ? `${folder}/[name][extname]`
      : 'assets/[name]-[hash][extname]'
}

const { oldestNode } = manifest.config

const inEnglish = (name: string) =>
  `${name}: Node ${oldestNode} or newer is needed, and this is Node %: install Node 24 and start again`

/** Bundles that an administrator may start on the machine's own Node, with the sentence that an old Node prints. */
const SENTENCES: Readonly<Record<string, string>> = {
  relay: inEnglish('relay'),
  service: inEnglish('service'),
  web: terminalTexts.oldNode(oldestNode, '%'),
}

/** File name of an entry. The program behind a check has a file of its own in the same directory. */
export const entryFileName = ({ name }: { name: string }): string =>
  name in SENTENCES ? `${name}-program.js` : `${name}.js`

/**
 * Puts a version check before the bundles of `SENTENCES`. On an older Node the compiled part of the database crashes,
 * and newer import names fail before any code runs. Therefore the check imports the program only if it passes. Exit
 * code 2 tells systemd not to restart the program (build/relay/ventanilla-relay.service).
 */
export const nodeCheck: Plugin = {
  name: 'node-check',
  generateBundle() {
    for (const [name, sentence] of Object.entries(SENTENCES))
      this.emitFile({ type: 'asset', fileName: `${name}.js`, source: checkBefore(name, sentence) })
  },
}

/** The check as JavaScript that any Node since 14.8 understands. */
function checkBefore(name: string, sentence: string): string {
  const [major, minor] = oldestNode.split('.')
  return `const [major, minor] = process.versions.node.split('.').map(Number)
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  process.stderr.write(${JSON.stringify(`${sentence}\n`)}.replace('%', process.versions.node))
  process.exit(2)
}
await import('./${name}-program.js')
`
}

/**
 * Build of the native host. It is one CommonJS file, which starts 4 ms sooner than a module
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

/** Builds the native host beside the modules of the main process, after them. */
export const nativeHost = (outDir: string, ...plugins: Plugin[]): Plugin => ({
  name: 'native-host',
  async closeBundle() {
    await build(nativeHostBuild(outDir, ...plugins))
  },
})
