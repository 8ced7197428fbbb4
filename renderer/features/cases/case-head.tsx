import { Download, Link } from 'lucide-react'
import type { ReactNode } from 'react'
import { casesText as text } from '#shared/text/cases.ts'
import { Button } from '../../design/button.tsx'
import { MenuButton } from '../../design/menu.tsx'
import { openPanel } from '../../ui-state/panels.ts'

export const AddButton = ({ tone = 'plain' }: { tone?: 'default' | 'plain' }) => (
  <Button tone={tone} size="low" icon={Link} onClick={() => openPanel('add-resource')}>
    {text.add}
  </Button>
)

export interface CaseActionsProps {
  /** The list has rows to export. */
  some: boolean
  /** Rows picked: without any, the whole list is exported and printed. */
  picked: number
  onExport: (what: 'cases.csv' | 'cases.xlsx') => void
  onPrint: () => void
  /** «Nuevo». */
  begin: ReactNode
}

/** Page actions: import one, export the list or the rows picked, begin one. */
export function CaseActions({ some, picked, onExport, onPrint, begin }: CaseActionsProps) {
  return (
    <>
      <AddButton />
      <MenuButton
        icon={Download}
        disabled={!some}
        data-point="export"
        label={text.exportLabel(picked)}
        items={[
          { id: 'csv', label: text.csv, detail: text.csvMeans, run: () => onExport('cases.csv') },
          { id: 'xlsx', label: text.xlsx, detail: text.xlsxMeans, run: () => onExport('cases.xlsx') },
          { id: 'print', label: text.print, detail: text.printMeans, divided: true, run: onPrint },
        ]}
      >
        {text.export(picked)}
      </MenuButton>
      {begin}
    </>
  )
}
