import { useEffect, useEffectEvent } from 'react'
import { isHtml } from '#shared/domain/pasted-text/is-html.ts'
import { topDialog } from '../../design/layers.ts'
import { isTyping } from '../../app/shortcuts.ts'

/**
 * While mounted, handles a text that is pasted outside every field and dialog, or into a field that it does not fit
 * in, such as a message in the field of an amount. Texts dropped from another window are handled alike. Files are
 * left to their own drop target.
 * @param onPaste `isFromField`: the user pasted into a field, which did not take the text
 * @param isMessage true for a text that does not fit in the field of one plate
 */
export function usePasteOutside(
  onPaste: (text: string, isFromField: boolean) => void,
  isMessage: (text: string) => boolean = () => false,
): void {
  const given = useEffectEvent((event: Event, data: DataTransfer | null) => {
    if (event.defaultPrevented || topDialog() || data?.types.includes('Files')) return
    const text = clipboardText(data)
    const isFromField = isTyping(event.target)
    if (typeof text !== 'string') {
      // The source of a page never fits in a field.
      event.preventDefault()
      void text.then((read) => read.trim() !== '' && onPaste(read, isFromField))
      return
    }
    if (text.trim() === '' || (isFromField && fits(event.target, text, isMessage))) return
    event.preventDefault()
    onPaste(text, isFromField)
  })
  useEffect(() => {
    /** True while the user drags a text of this page: the text is only moved. */
    let isOwn = false
    const paste = (event: ClipboardEvent) => given(event, event.clipboardData)
    const start = () => {
      isOwn = true
    }
    const end = () => {
      isOwn = false
    }
    const over = (event: DragEvent) => {
      const types = event.dataTransfer?.types ?? []
      // A field handles dropped texts itself, and files have their own drop target.
      if (isOwn || !types.includes('text/plain') || types.includes('Files') || isTyping(event.target)) return
      event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!isOwn) given(event, event.dataTransfer)
    }
    addEventListener('paste', paste)
    addEventListener('dragstart', start)
    addEventListener('dragend', end)
    addEventListener('dragover', over)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('paste', paste)
      removeEventListener('dragstart', start)
      removeEventListener('dragend', end)
      removeEventListener('dragover', over)
      removeEventListener('drop', drop)
    }
  }, [])
}

/**
 * True if the field can take the whole text. False if the field would cut the text or join its lines, and for a
 * message in the field of one plate.
 */
function fits(target: EventTarget | null, text: string, isMessage: (text: string) => boolean): boolean {
  const isLine = target instanceof HTMLInputElement
  if (!isLine && !(target instanceof HTMLTextAreaElement)) return true
  const { maxLength, value, selectionStart, selectionEnd } = target
  const kept = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
  if (maxLength >= 0 && kept + text.length > maxLength) return false
  if (!isLine) return true
  return !text.trim().includes('\n') && !(target.hasAttribute(ONE_PLATE) && isMessage(text))
}

/** Attribute of a field that holds one plate and nothing around it. */
const ONE_PLATE = 'data-one-plate'

/** Pasted text; a promise if the clipboard holds the source of a page. Empty for files and pictures. */
export function clipboardText(data: Pick<DataTransfer, 'getData'> | null): string | Promise<string> {
  if (!data) return ''
  const plain = data.getData('text/plain')
  if (plain.trim() !== '') return asText(plain)
  const html = data.getData('text/html')
  return html === '' ? '' : pageText(html)
}

/** Text of the source of a page. Any other text stays the same, with uniform line ends. */
export const asText = (text: string): string | Promise<string> =>
  isHtml(text) ? pageText(text) : text.replace(/\r\n?/g, '\n')

/** The reader of pages is loaded when the first page is pasted. */
async function pageText(html: string): Promise<string> {
  const { htmlText } = await import('#shared/domain/pasted-text/html-text.ts')
  return htmlText(html)
}
