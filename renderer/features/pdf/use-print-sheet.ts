import { useEffect, useRef, useState } from 'react'
import { createPrintSheet } from './print-sheet.ts'

/** A print sheet, and one task at a time that fills it. Both end with the component. */
export function usePrintSheet() {
  const [sheet] = useState(createPrintSheet)
  const task = useRef<AbortController | null>(null)
  const [actions] = useState(() => ({
    /** @returns the signal that aborts when the new task must stop */
    begin(): AbortSignal {
      task.current = new AbortController()
      return task.current.signal
    },
    /** Stops the task and empties the sheet. */
    stop() {
      task.current?.abort()
      sheet.clear()
    },
  }))
  useEffect(() => actions.stop, [actions])
  return { sheet, ...actions }
}
