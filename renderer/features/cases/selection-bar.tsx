import { Bookmark, Copy, CopyPlus, FileDown, Files, RefreshCw, Tag } from 'lucide-react'
import { selectionText as text } from '#shared/text/app-cases.ts'
import { copyText } from '#shared/text/app-typed-once.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { MenuButton } from '../../design/menu-button.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { SelectionToolbar } from '../frame/selection-toolbar.tsx'

export interface SelectionBarProps {
  amount: number
  everything: boolean
  onMark: (marked: boolean) => void
  onLabel: () => void
  onCopy: () => void
  onExport: (what: 'cases.csv' | 'cases.xlsx') => void
  onRefresh: () => void
  onServiceDocuments: () => void
  /** Another procedure like the only one picked; absent for several. */
  onLike: (() => void) | null
  onClear: () => void
}

/** Actions on the picked rows. */
export function SelectionBar(props: SelectionBarProps) {
  const hint = useKeyHint()
  const amount = props.everything ? text.everything(props.amount) : text.amount(props.amount)
  return (
    <SelectionToolbar label={text.label} amount={amount} clear={text.clear} onClear={props.onClear}>
      <Button tone="plain" size="low" icon={Copy} {...hint('cases.copy')} onClick={props.onCopy}>
        {text.copy}
      </Button>
      <Button tone="plain" size="low" icon={Files} onClick={props.onServiceDocuments}>
        {text.serviceDocuments}
      </Button>
      <Button tone="plain" size="low" icon={Tag} {...hint('cases.label')} onClick={props.onLabel}>
        {text.labels}
      </Button>
      <MenuButton
        label={text.more}
        items={[
          ...(props.onLike
            ? [{ id: 'like', label: copyText.action, icon: <Icon of={CopyPlus} />, run: props.onLike }]
            : []),
          {
            id: 'mark',
            divided: props.onLike !== null,
            label: text.mark,
            icon: <Icon of={Bookmark} />,
            run: () => props.onMark(true),
          },
          {
            id: 'unmark',
            label: text.unmark,
            icon: <Icon of={Bookmark} />,
            run: () => props.onMark(false),
          },
          {
            id: 'refresh',
            label: text.refresh,
            icon: <Icon of={RefreshCw} />,
            divided: true,
            run: props.onRefresh,
          },
          {
            id: 'csv',
            label: text.exportCsv,
            icon: <Icon of={FileDown} />,
            divided: true,
            run: () => props.onExport('cases.csv'),
          },
          {
            id: 'xlsx',
            label: text.exportXlsx,
            icon: <Icon of={FileDown} />,
            run: () => props.onExport('cases.xlsx'),
          },
        ]}
      >
        {text.more}
      </MenuButton>
    </SelectionToolbar>
  )
}
