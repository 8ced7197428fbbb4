import { useEffect, useEffectEvent } from 'react'
import { topDialog } from '../../design/top-dialog.ts'
import { isTyping } from '../../shortcuts/start-shortcuts.ts'
import { clipboardText } from './clipboard-text.ts'

/** Takes texts pasted outside every field and dialog while mounted. Files are left to the place that takes them. */
export function usePasteOutside(onPaste: (text: string) => void): void {
  const pasted = useEffectEvent(onPaste)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || topDialog()) return
      if (event.clipboardData?.types.includes('Files')) return
      const text = clipboardText(event.clipboardData)
      if (text.trim() === '') return
      event.preventDefault()
      pasted(text)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [])
}
