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
 * The pages are written for React, as the window's are, whose components they share, and run on Preact: React alone is
 * half of what the package may weigh, and ten times as much to read before a popup draws.
 */
const preact = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
]

/** What all of them have in common: no source maps, and only what the browsers of the manifest need. */
const common: InlineConfig = {
  root: join(root, 'extension'),
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  base: './',
  // Said here, and not by the environment that it is built in: a development build names the files of this machine.
  mode: 'production',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  resolve: { alias: preact },
  define: { 'process.env.NODE_ENV': '"production"' },
}
/** A library names where servers end and browsers begin, which is nothing here. */
const onwarn = (warning: { code?: string }, warn: (warning: never) => void) => {
  if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning as never)
}
const output = (outDir: string): InlineConfig['build'] => ({
  outDir,
  emptyOutDir: false,
  target: ['chrome127', 'firefox142'],
  sourcemap: false,
  // Inlined, they would need more of the policy.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
})

/**
 * A page is on screen sooner with two files to fetch than with the eight that the pages share. The words are apart: the
 * background needs them too, and nothing of what draws.
 */
const SHARED_CHUNKS = [
  { name: 'words', test: /shared[\\/]text/, minShareCount: 2, priority: 1 },
  { name: 'pages', test: /extension[\\/]pages|renderer[\\/]|node_modules/, minShareCount: 2 },
]

/** The scripts and pages, the same for every browser, into a folder. */
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
        // Without hashes: a package is replaced whole, and two of them are compared file by file.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
          assetFileNames: 'assets/[name][extname]',
          codeSplitting: { groups: SHARED_CHUNKS },
        },
      },
    },
  })
  // A script that is put into a page is one file, and no module.
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

/** Everything of each browser's package, by name. */
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
  // A page is at the root of the package, whatever its folder here.
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

/** Writes a package's files below a folder, which is emptied first. */
export async function unpack(files: ReadonlyMap<string, Uint8Array>, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const [name, bytes] of files) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
}

/**
 * Leaves out of the libraries what the extension never does, and stores warn of, whether it is reached or not.
 *
 * The schema library can make code at run time, which the policy forbids and `jitless.ts` turns off. Preact can write
 * markup that a component gives it as text, which none does: it stays text.
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
