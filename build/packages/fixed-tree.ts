import { chmod, lutimes, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Gives a tree the same modes and times whoever made it and when, so that the same contents are the same package.
 * @param isProgram of a path from the root of the tree
 */
export async function fixTree(
  root: string,
  epoch: number,
  isProgram: (path: string) => boolean,
): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    const isExecutable = entry.isDirectory() || isProgram(path.slice(root.length + 1))
    await chmod(path, isExecutable ? 0o755 : 0o644)
  }
  await chmod(root, 0o755)
  // After everything is in its place: a file that is added changes its directory's time.
  for (const entry of entries) await lutimes(join(entry.parentPath, entry.name), epoch, epoch)
  await lutimes(root, epoch, epoch)
}
