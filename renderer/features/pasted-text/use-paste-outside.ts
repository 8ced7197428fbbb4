import { useEffect, useEffectEvent } from 'react'
import { isHtml } from '#shared/domain/pasted-text/is-html.ts'
import { topDialog } from '../../design/layers.ts'
import { isTyping } from '../../app/shortcuts.ts'

/**
 * Takes texts that are pasted outside every field and dialog while mounted, or in a field that they do not fit in: a
 * message in the field of an amount. The same for texts dropped from another window. Files are left to the place that
 * takes them.
 * @param onPaste `isFromField`: it was pasted in a field that it does not fit in, and is not in it
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
      // A page is never a value of a field.
      event.preventDefault()
      void text.then((read) => read.trim() !== '' && onPaste(read, isFromField))
      return
    }
    if (text.trim() === '' || (isFromField && fits(event.target, text, isMessage))) return
    event.preventDefault()
    onPaste(text, isFromField)
  })
  useEffect(() => {
    /** A text of this page: it is only being moved. */
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
      // A field takes texts by itself, and files have their own place.
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

/** False for a text that the field would cut or join the lines of, and for a message in the field of one plate. */
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

/** Text of what was pasted, or a promise of it where it is the source of a page. Empty for files and pictures. */
export function clipboardText(data: Pick<DataTransfer, 'getData'> | null): string | Promise<string> {
  if (!data) return ''
  const plain = data.getData('text/plain')
  if (plain.trim() !== '') return asText(plain)
  const html = data.getData('text/html')
  return html === '' ? '' : pageText(html)
}

/** The source of a page is read as the page; any other text stays as it is, with its line ends made one. */
export const asText = (text: string): string | Promise<string> =>
  isHtml(text) ? pageText(text) : text.replace(/\r\n?/g, '\n')

/** The reader of pages is loaded when the first one is pasted. */
async function pageText(html: string): Promise<string> {
  const { htmlText } = await import('#shared/domain/pasted-text/html-text.ts')
  return htmlText(html)
}
