import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import './print-sheet.css'

export interface PrintSheetProps {
  title: string
  /** Lines under the title. */
  lines: readonly string[]
  children: ReactNode
  onDone: () => void
}

/** What is printed in place of the window: black on white, whatever the theme. Mounted only while printing. */
export function PrintSheet({ title, lines, children, onDone }: PrintSheetProps) {
  useEffect(() => {
    addEventListener('afterprint', onDone, { once: true })
    print()
    return () => removeEventListener('afterprint', onDone)
  }, [onDone])
  return createPortal(
    <div className="print-sheet">
      <header>
        <h1>{title}</h1>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </header>
      {children}
    </div>,
    document.body,
  )
}
