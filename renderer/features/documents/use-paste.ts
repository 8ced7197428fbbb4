import { useEffect, useEffectEvent } from 'react'
import { isTyping, useIsCovered } from '../../shortcuts/handlers.ts'
import { type DroppedFiles, filesIn } from '../../design/dropped-files.ts'

/** Files and pictures pasted anywhere on the page; text pasted in a field stays in the field. */
export function usePaste(take: (pasted: DroppedFiles) => void) {
  const taken = useEffectEvent(take)
  const isCovered = useEffectEvent(useIsCovered())
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = filesIn(event.clipboardData)
      if (pasted.files.length + pasted.folders.length === 0) return
      if (isCovered()) return
      // A spreadsheet copies its cells as text and as a picture of them.
      if (isTyping(event.target) && event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      taken(pasted)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [])
}
