import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { packageDirOf } from '../notices/package.ts'

const run = promisify(execFile)
/** Names a file that is not shipped. */
const MAP_COMMENT = /^\/\/# sourceMappingURL=.*$/gm

/** Files that Node loads for modules of `node_modules`. */
async function filesLoadedFor(root: string, names: readonly string[]): Promise<string[]> {
  const program = `for (const name of ${JSON.stringify(names)}) require(name)
    process.stdout.write(JSON.stringify(Object.keys(require.cache)))`
  const { stdout } = await run(process.execPath, ['-e', program], { cwd: root })
  return (JSON.parse(stdout) as string[]).toSorted()
}

/**
 * Copies from `node_modules` what is loaded for a module that cannot be bundled, and of the manifests what Node reads of
 * them. Its packages hold ten times as much: sources, types, builds for browsers.
 * @param names what is loaded, as for `require`
 */
export async function stageLoaded(root: string, outDir: string, names: readonly string[]): Promise<void> {
  const files = await filesLoadedFor(root, names)
  const packages = new Set(files.flatMap((file) => packageDirOf(file) ?? []))
  const staged = (path: string) => join(outDir, relative(root, path))
  for (const file of files) await stageScript(file, staged(file))
  for (const dir of packages) {
    const { name, version, license, main, exports, imports, type } = JSON.parse(
      await readFile(join(dir, 'package.json'), 'utf8'),
    ) as Record<string, unknown>
    const manifest = { name, version, license, main, exports, imports, type }
    await writeFile(join(staged(dir), 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  }
}

async function stageScript(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  if (!/^\.c?js$/.test(extname(from))) return copyFile(from, to)
  await writeFile(to, (await readFile(from, 'utf8')).replaceAll(MAP_COMMENT, ''))
}
