import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useState } from 'react'
import { ScrollArea } from '../../design/layout.tsx'
import { GAP_PX } from './page-places.ts'
import { PdfPage } from './pdf-page.tsx'
import { createScreenCanvases } from './screen-canvases.ts'
import type { KnownPlaces } from './use-page-places.ts'
import type { usePageWindow } from './use-page-window.ts'
import './pdf.css'

export interface PageRollProps {
  pdf: PDFDocumentProxy
  zoom: number
  known: KnownPlaces
  label: string
  className: string
  scroller: RefObject<HTMLDivElement | null>
  pages: ReturnType<typeof usePageWindow>
}

/** Pages one under the other; only those near the viewport are rendered. */
export function PageRoll({
  pdf,
  zoom,
  known: { ready, onSize },
  label,
  className,
  scroller,
  pages,
}: PageRollProps) {
  const [canvases] = useState(createScreenCanvases)
  return (
    <ScrollArea
      className={`page-roll ${className}`}
      ref={scroller}
      role="region"
      label={label}
      onScroll={pages.scrolled}
    >
      <div className="page-roll__all" style={{ height: pages.height, minWidth: pages.width + 2 * GAP_PX }}>
        {ready &&
          pages.pages.map(({ number, size, top }) => (
            <PdfPage
              key={number}
              pdf={pdf}
              number={number}
              zoom={zoom}
              size={size}
              top={top}
              canvases={canvases}
              onSize={onSize}
            />
          ))}
      </div>
    </ScrollArea>
  )
}
