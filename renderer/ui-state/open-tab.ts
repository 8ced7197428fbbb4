import { isClientLink } from '#shared/domain/client-link.ts'

/** True if the tab opened: `noopener` would not tell. The tab cannot reach this window nor know its address. */
export function openTab(url: string): boolean {
  const tab = window.open('', '_blank')
  if (!tab) return false
  tab.opener = null
  follow(tab.document, url)
  return true
}

/**
 * Opens a text for a client where the host has no way to: the mail program takes the link from this page,
 * WhatsApp is a page of its own. Any other link is refused.
 * @returns false if nothing was opened
 */
export function openClientLink(link: string): boolean {
  if (!isClientLink(link)) return false
  if (!link.startsWith('mailto:')) return openTab(link)
  follow(document, link)
  return true
}

function follow(document: Document, url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noreferrer'
  document.body.append(link)
  link.click()
  link.remove()
}
