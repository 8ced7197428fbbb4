import { useEffect, useEffectEvent } from 'react'
import { topDialog } from '../../design/top-dialog.ts'
import { isTyping } from '../../shortcuts/start-shortcuts.ts'
import { clipboardText } from './clipboard-text.ts'

/**
 * Takes texts that are pasted outside every field and dialog while mounted, or in a field that they do not fit in: a
 * message in the field of an amount. The same for texts dropped from another window. Files are left to the place that
 * takes them.
 */
export function usePasteOutside(onPaste: (text: string) => void): void {
  const given = useEffectEvent((event: Event, data: DataTransfer | null) => {
    if (event.defaultPrevented || topDialog() || data?.types.includes('Files')) return
    const text = clipboardText(data)
    if (text.trim() === '' || (isTyping(event.target) && fits(event.target, text))) return
    event.preventDefault()
    onPaste(text)
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

/** False for a text of several lines, or longer than the field takes, in a field of one line. */
const fits = (target: EventTarget | null, text: string): boolean =>
  !(target instanceof HTMLInputElement) ||
  (!text.trim().includes('\n') && (target.maxLength < 0 || text.length <= target.maxLength))
