import type { Shell } from 'electron'
import { isLoopback } from '#shared/domain/base-address.ts'

/**
 * Opens a page in the user's browser. The core has checked the page; this checks that it is one: the system
 * would start a program for any other scheme.
 */
export async function openExternal(shell: Pick<Shell, 'openExternal'>, address: string): Promise<boolean> {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return false
  return shell.openExternal(url.href).then(
    () => true,
    () => false,
  )
}
