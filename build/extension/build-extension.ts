import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Plugin } from 'vite'
import { ICON_SIZES, manifest, type Target } from '../../extension/manifest.ts'
import { CONTENT_FILE } from '../../extension/messages.ts'
import { PAGES } from '../../extension/page-messages.ts'
import { createModuleRecord, type ModuleRecord } from '../notices/package.ts'
import { extensionNotices } from '../notices/notices.ts'
import { markStylesPlugin } from '../mark-styles.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The pages share the window's React components, and run on Preact. React alone is half of the package's size limit,
 * and ten times as much code to parse before a popup draws.
 */
const preact = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
]

/** Common options: no source maps, and no code for browsers older than the manifest's. */
const common: InlineConfig = {
  root: join(root, 'extension'),
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  base: './',
  // Fixed here, whatever the environment of the build: a development build contains file names of this machine.
  mode: 'production',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  resolve: { alias: preact },
  define: { 'process.env.NODE_ENV': '"production"' },
}
/** Ignores the directives of a library that mark server and browser code. They have no effect here. */
const onwarn = (warning: { code?: string }, warn: (warning: never) => void) => {
  if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning as never)
}
const output = (outDir: string): InlineConfig['build'] => ({
  outDir,
  emptyOutDir: false,
  target: ['chrome127', 'firefox142'],
  sourcemap: false,
  // Inlined assets would need a wider content security policy.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
})

/**
 * Few shared chunks: a page with two files to fetch draws sooner than with eight. The texts have their own chunk,
 * because the background needs them without the drawing code.
 */
const SHARED_CHUNKS = [
  { name: 'words', test: /shared[\\/]text/, minShareCount: 2, priority: 1 },
  { name: 'pages', test: /extension[\\/]pages|renderer[\\/]|node_modules/, minShareCount: 2 },
]

/** Builds scripts and pages into a folder. They are the same for every browser. */
async function buildCode(outDir: string, record: ModuleRecord): Promise<void> {
  await build({
    ...common,
    plugins: [harmlessLibraries, record.record('extension')],
    build: {
      ...output(outDir),
      rollupOptions: {
        onwarn,
        input: {
          background: join(root, 'extension/background/background.ts'),
          ...Object.fromEntries(PAGES.map((page) => [page, join(root, `extension/${page}/${page}.html`)])),
        },
        // No hashes: a package is replaced as a whole, and two packages can be compared file by file.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
          assetFileNames: 'assets/[name][extname]',
          codeSplitting: { groups: SHARED_CHUNKS },
        },
      },
    },
  })
  // A script injected into a page must be one file, and cannot be a module.
  await build({
    ...common,
    plugins: [markStylesPlugin(), harmlessLibraries, record.record('extension')],
    build: {
      ...output(outDir),
      rollupOptions: {
        onwarn,
        input: join(root, 'extension/content/content.ts'),
        output: { format: 'iife', entryFileNames: CONTENT_FILE },
      },
    },
  })
}

async function filesOf(folder: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      files.map(
        async (path) =>
          [path.slice(folder.length + 1).replaceAll('\\', '/'), await readFile(path)] as [string, Uint8Array],
      ),
    ),
  )
}

/** Builds the files of each browser's package, by name. */
export async function buildExtension(
  version: string,
  targets: readonly Target[],
): Promise<Map<Target, Map<string, Uint8Array>>> {
  const folder = join(root, 'out/extension-code')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const record = createModuleRecord((name) => join(root, 'node_modules', name))
  await buildCode(folder, record)
  const code = await filesOf(folder)
  await rm(folder, { recursive: true })
  // A page moves from its folder to the root of the package.
  for (const page of PAGES) {
    const path = `${page}/${page}.html`
    const html = code.get(path)
    if (!html) throw new Error(`${path} was not built.`)
    code.delete(path)
    code.set(`${page}.html`, Buffer.from(Buffer.from(html).toString('utf8').replaceAll('"../', '"./')))
  }
  for (const size of ICON_SIZES) {
    const name = `icons/icon-${size}.png`
    code.set(name, await readFile(join(root, 'extension', name)))
  }
  const notices = extensionNotices(root, record, version)
  return new Map(
    targets.map((target) => [
      target,
      new Map([
        ...code,
        ...notices,
        ['manifest.json', Buffer.from(`${JSON.stringify(manifest(target, version), null, 2)}\n`)],
      ]),
    ]),
  )
}

/** Writes a package's files below a folder. The folder's content is deleted first. */
export async function unpack(files: ReadonlyMap<string, Uint8Array>, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const [name, bytes] of files) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
}

/**
 * Removes code of libraries that the extension never runs. Stores warn about this code even if it is unreachable.
 *
 * The schema library can create code at run time. The policy forbids that, and `jitless.ts` turns it off. Preact can
 * write a component's text as markup. No component does, and here Preact writes it as text.
 */
const harmlessLibraries: Plugin = {
  name: 'harmless-libraries',
  transform(code, id) {
    const harmless = id.includes('/zod/v4/core/')
      ? code.replaceAll(
          /const F = Function;/g,
          'const F = class { constructor() { throw new Error("No code at run time.") } };',
        )
      : id.includes('/preact/dist/')
        ? code.replaceAll(/\.innerHTML=(?!=)/g, '.textContent=')
        : code
    return harmless === code ? null : { code: harmless, map: null }
  },
}
