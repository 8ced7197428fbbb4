import { isClientLink } from '#shared/domain/client-messages.ts'

/**
 * Opens a tab that can neither reach this window nor know its address. @returns true if the tab opened; with
 * `noopener` the browser would not tell
 */
export function openTab(url: string): boolean {
  const tab = window.open('', '_blank')
  if (!tab) return false
  tab.opener = null
  clickLink(tab.document, url)
  return true
}

/**
 * Opens a message for a client if the host cannot. The page passes a `mailto:` link to the mail program. WhatsApp
 * opens in a tab. Any other link is refused.
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
