/** Far longer than a list of plates; a whole document is no selection to look up. */
const MAX_TEXT = 20_000

/** Text selected in the focused field, else in the page; never in a password. */
export function selectedText(document: Document): string {
  const focused = focusedElement(document)
  // The frame answers for itself.
  if (focused && /^i?frame$/.test(focused.localName)) return ''
  const inField = focused && selectionOf(focused)
  const selected =
    inField ?? (focused && shadowSelection(focused)) ?? document.getSelection()?.toString() ?? ''
  return selected.slice(0, MAX_TEXT).trim()
}

function focusedElement(document: Document): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}

function selectionOf(element: Element): string | null {
  if (element.localName === 'input' && (element as HTMLInputElement).type === 'password') return ''
  if (element.localName !== 'input' && element.localName !== 'textarea') return null
  const { selectionStart, selectionEnd, value } = element as HTMLInputElement
  // Fields such as a number have no selection to read.
  if (typeof selectionStart !== 'number' || typeof selectionEnd !== 'number') return null
  return selectionStart === selectionEnd ? null : value.slice(selectionStart, selectionEnd)
}

/** Chromium keeps the selection of a shadow root there. */
function shadowSelection(element: Element): string | null {
  const root = element.getRootNode() as ShadowRoot & { getSelection?: () => Selection | null }
  const text = root.nodeType === 11 ? root.getSelection?.()?.toString() : undefined
  return text === undefined || text === '' ? null : text
}
