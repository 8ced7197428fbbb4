/** Longer selections are cut: a plate is looked for, not read. */
const MAX_TEXT = 20_000

/**
 * Text that the user has selected in a tab: what the focused field has selected, else what the page has. The permission
 * comes with the press that opened the popup. `''` where the browser lets nobody read.
 */
export async function pageSelection(tabId: number): Promise<string> {
  try {
    const frames = await chrome.scripting.executeScript({
      target: { tabId, allFrames: true },
      func: selectedText,
      args: [MAX_TEXT],
    })
    return frames.map(({ result }) => result ?? '').find((text) => text.trim() !== '') ?? ''
  } catch {
    return ''
  }
}

/** Runs in the page: it may use nothing from here. */
function selectedText(maxText: number): string {
  const field = document.activeElement
  const isField =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'password')
  const selected =
    isField && field.selectionStart !== null
      ? field.value.slice(field.selectionStart, field.selectionEnd ?? 0)
      : ''
  return (selected === '' ? String(getSelection() ?? '') : selected).slice(0, maxText)
}
