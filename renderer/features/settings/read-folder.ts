import { backupText as text } from '#shared/text/backup.ts'

/** Reads an absolute path, of Windows (also a network share) or POSIX; empty for none. */
export function readFolder(typed: string): { value: string } | { problem: string } {
  const path = typed.trim().replace(/^"(.*)"$/, '$1')
  const isWhole = path === '' || /^(?:[a-z]:[\\/]|\\\\[^\\]|\/)/i.test(path)
  return isWhole ? { value: path } : { problem: text.folderNotPath }
}
