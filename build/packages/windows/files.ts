import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface VersionFile {
  /** Path inside the version, with slashes. */
  path: string
  size: number
}

/** Files of a staged version in one order, whatever the order of the disk. */
export async function versionFiles(versionDir: string): Promise<VersionFile[]> {
  const entries = await readdir(versionDir, { recursive: true, withFileTypes: true })
  const files: VersionFile[] = []
  for (const entry of entries) {
    if (entry.isDirectory()) continue
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile()) throw new Error(`not a file: ${path}`)
    files.push({ path: path.slice(versionDir.length + 1), size: (await stat(path)).size })
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Instructions of NSIS that write these files under `<version>.new` of versions. */
export function copyInstructions(versionDir: string, files: readonly VersionFile[]): string {
  const lines: string[] = []
  let last: string | null = null
  for (const { path } of files) {
    const slash = path.lastIndexOf('/')
    const directory = slash < 0 ? '' : path.slice(0, slash)
    if (directory !== last) {
      const inside = directory === '' ? '' : `\\${directory.replaceAll('/', '\\')}`
      lines.push(`SetOutPath "$INSTDIR\\versions\\\${VERSION}.new${escaped(inside)}"`)
      last = directory
    }
    lines.push(`File "${unquoted(join(versionDir, path))}"`)
  }
  return `${lines.join('\n')}\n`
}

/** A dollar begins a variable of NSIS, except in the names of files to copy. */
const escaped = (path: string): string => unquoted(path).replaceAll('$', '$$$$')

function unquoted(path: string): string {
  if (/["*?\n]/.test(path)) throw new Error(`not a path of Windows: ${path}`)
  return path
}
