import { FileWarning, Info } from 'lucide-react'
import type { DocumentReading } from '#shared/domain/procedures/document-reading.ts'
import { readingTexts } from '#shared/text/document-tools.ts'
import { Icon } from '../../design/icon.tsx'

/** Worth a word beside the size, and no more: most papers of an office are scans. */
export const isMinor = (reading: DocumentReading | undefined): reading is 'scan' | 'slow' =>
  reading === 'scan' || reading === 'slow'

/** Readings that the recipient will stumble over too. */
const SERIOUS: ReadonlySet<DocumentReading> = new Set(['locked', 'damaged', 'form'])

/** What reading a file found, and what to do about it, under its row. */
export function DocumentReadingNote({ reading }: { reading: Exclude<DocumentReading, 'scan' | 'slow'> }) {
  const { title, advice } = readingTexts[reading]
  const serious = SERIOUS.has(reading)
  return (
    <p className={`reading-note small ${serious ? 'reading-note--serious' : 'second'}`}>
      <Icon of={serious ? FileWarning : Info} />
      <span>
        {serious ? <b>{title}</b> : title} {advice}
      </span>
    </p>
  )
}
