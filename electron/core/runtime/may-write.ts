import { accessSync, constants } from 'node:fs'

/** True if this user may write in each of these directories. */
export function mayWrite(...directories: readonly string[]): boolean {
  try {
    for (const directory of directories) accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}
