import { useEffect, useMemo, useRef } from 'react'
import type { Finding } from '#shared/domain/pasted-text/finding.ts'
import { sourceParts } from '#shared/domain/pasted-text/source-parts.ts'
import { findingLabel, pastedText as text } from '#shared/text/app-pasted-text.ts'
import { ScrollArea } from '../../design/scroll-area.tsx'

export interface PasteSourceProps {
  source: string
  findings: readonly Finding[]
  /** Place of the value that is being decided on. */
  current: number | null
}

/** Pasted text with what was found in it underlined. Of a long one, the lines that have data. */
export function PasteSource({ source, findings, current }: PasteSourceProps) {
  const area = useRef<HTMLDivElement>(null)
  const parts = useMemo(() => sourceParts(source, findings), [source, findings])
  useEffect(() => {
    area.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <ScrollArea ref={area} label={text.source} className="pasted__source">
      {parts.map((part) => {
        if (part.kind === 'text') return part.text
        if (part.kind === 'gap')
          return (
            <span key={part.at} className="pasted__gap">
              {text.gap(part.characters)}
            </span>
          )
        return (
          <mark
            key={part.at}
            className={`pasted__mark pasted__mark--${part.finding.sureness}`}
            data-current={part.at === current || undefined}
            title={findingLabel(part.finding.kind)}
          >
            {part.text}
          </mark>
        )
      })}
    </ScrollArea>
  )
}
