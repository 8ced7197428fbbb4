import type { Shell } from 'electron'
import { isLoopback } from '#shared/domain/base-address.ts'
import { isClientLink } from '#shared/domain/client-link.ts'

/**
 * Opens a page in the user's browser. The core has checked the page; this checks that it is one: the system
 * would start a program for any other scheme.
 */
export async function openExternal(shell: Pick<Shell, 'openExternal'>, address: string): Promise<boolean> {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return false
  return opened(shell, url.href)
}

/**
 * Opens a text for a client in the mail program or WhatsApp. Only the two links of `client-link.ts` pass,
 * whole: `mailto:` with other headers would attach a file or add recipients.
 */
export const openClientLink = async (shell: Pick<Shell, 'openExternal'>, link: string): Promise<boolean> =>
  isClientLink(link) && opened(shell, link)

const opened = (shell: Pick<Shell, 'openExternal'>, url: string): Promise<boolean> =>
  shell.openExternal(url).then(
    () => true,
    () => false,
  )
