import { isClientLink } from '#shared/domain/client-messages.ts'

/** Opens a tab that can neither reach this window nor know its address. @returns true if it opened, which `noopener` would not tell */
export function openTab(url: string): boolean {
  const tab = window.open('', '_blank')
  if (!tab) return false
  tab.opener = null
  clickLink(tab.document, url)
  return true
}

/**
 * Opens a message for a client where the host cannot. The mail program takes a `mailto:` link from this page, and
 * WhatsApp opens in a tab. Any other link is refused.
 * @returns false if nothing was opened
 */
export function openClientLink(link: string): boolean {
  if (!isClientLink(link)) return false
  if (!link.startsWith('mailto:')) return openTab(link)
  clickLink(document, link)
  return true
}

function clickLink(document: Document, url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noreferrer'
  document.body.append(link)
  link.click()
  link.remove()
}
