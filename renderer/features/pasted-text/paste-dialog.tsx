import { useState } from 'react'
import { pastedText as text } from '#shared/text/app-pasted-text.ts'
import type { Wizard } from '../wizard/use-wizard.ts'
import { PasteEntry } from './paste-entry.tsx'
import { PasteOffers } from './paste-offers.tsx'
import './pasted-text.css'

export interface PasteDialogProps {
  /** What was pasted already; empty to ask for it. */
  pasted: string
  /** The text was pasted in a field that it does not fit in. */
  isFromField: boolean
  wizard: Wizard
  onClose: () => void
}

/**
 * Data of a pasted text for the fields of a draft. The text is in this component only: closing forgets it.
 */
export function PasteDialog({ pasted, isFromField, wizard, onClose }: PasteDialogProps) {
  const [source, setSource] = useState(pasted)
  if (source === '') return <PasteEntry onText={setSource} onClose={onClose} />
  return (
    <PasteOffers
      key={source}
      source={source}
      title={text.title}
      note={isFromField && source === pasted ? text.notInField : ''}
      wizard={wizard}
      onAnother={() => setSource('')}
      onClose={onClose}
    />
  )
}
