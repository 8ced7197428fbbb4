import { backupText as text } from '#shared/text/app-office.ts'

/** A whole path, of Windows (also of the office's network) or of anything else; nothing for none. */
export function readFolder(typed: string): { value: string } | { problem: string } {
  const path = typed.trim().replace(/^"(.*)"$/, '$1')
  const isWhole = path === '' || /^(?:[a-z]:[\\/]|\\\\[^\\]|\/)/i.test(path)
  return isWhole ? { value: path } : { problem: text.folderNotPath }
}
