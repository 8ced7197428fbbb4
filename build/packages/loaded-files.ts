import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Names a file that is not shipped. */
const MAP_COMMENT = /^\/\/# sourceMappingURL=.*$/gm

/** Files that Node loads for a module of `node_modules`, from the root of the project. */
async function filesLoadedFor(root: string, names: readonly string[]): Promise<string[]> {
  const program = `for (const name of ${JSON.stringify(names)}) require(name)
    process.stdout.write(JSON.stringify(Object.keys(require.cache)))`
  const { stdout } = await run(process.execPath, ['-e', program], { cwd: root })
  return (JSON.parse(stdout) as string[]).map((file) => relative(root, file)).toSorted()
}

/**
 * Copies from `node_modules` what is loaded for a module that cannot be bundled, and of the manifests what Node reads of
 * them. Its packages hold fifty times as much: sources, types, builds for browsers.
 * @param names what is loaded, as for `require`
 */
export async function stageLoaded(root: string, outDir: string, names: readonly string[]): Promise<void> {
  const files = await filesLoadedFor(root, names)
  const packages = new Set(files.map(packageDirOf))
  for (const file of files) await stageScript(join(root, file), join(outDir, file))
  for (const dir of packages) {
    const { name, version, license, main, exports, imports, type } = JSON.parse(
      await readFile(join(root, dir, 'package.json'), 'utf8'),
    ) as Record<string, unknown>
    const manifest = { name, version, license, main, exports, imports, type }
    await mkdir(join(outDir, dir), { recursive: true })
    await writeFile(join(outDir, dir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  }
}

async function stageScript(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  if (!/^\.c?js$/.test(extname(from))) return copyFile(from, to)
  await writeFile(to, (await readFile(from, 'utf8')).replaceAll(MAP_COMMENT, ''))
}

/** `node_modules/@swc/helpers` of a file in it: the innermost package. */
function packageDirOf(file: string): string {
  const parts = file.split('/')
  const at = parts.lastIndexOf('node_modules') + 1
  return parts.slice(0, at + (parts[at]?.startsWith('@') ? 2 : 1)).join('/')
}
