import { Ellipsis, FilePlus2, FileStack, OctagonX, Send } from 'lucide-react'
import { transferBatchText as text } from '#shared/text/app-transfer-batches.ts'
import { Button } from '../../design/button.tsx'
import { MenuButton } from '../../design/menu-button.tsx'

export type BatchDialog = 'send' | 'document' | 'remove'

export interface BatchActionsProps {
  ready: number
  canGo: number
  under: number
  hasDrafts: boolean
  busy: boolean
  onMake: () => void
  onStop: () => void
  onSend: () => void
  onDialog: (dialog: BatchDialog) => void
}

/** What can be done with a batch of transfers. */
export function BatchActions(props: BatchActionsProps) {
  const { ready, canGo, under, hasDrafts, busy } = props
  return (
    <>
      {under > 0 && (
        <Button size="low" tone="plain" icon={OctagonX} disabled={busy} onClick={props.onStop}>
          {text.stop}
        </Button>
      )}
      {hasDrafts && (
        <Button size="low" tone="plain" icon={FilePlus2} onClick={() => props.onDialog('document')}>
          {text.addDocument}
        </Button>
      )}
      <Button
        size="low"
        tone={canGo === 0 ? 'primary' : 'default'}
        icon={FileStack}
        disabled={ready === 0 || busy}
        onClick={props.onMake}
      >
        {text.make(ready)}
      </Button>
      {hasDrafts && (
        <Button
          size="low"
          tone={canGo === 0 ? 'default' : 'primary'}
          icon={Send}
          disabled={canGo === 0 || busy}
          onClick={props.onSend}
        >
          {text.send(canGo)}
        </Button>
      )}
      <MenuButton
        icon={Ellipsis}
        label={text.more}
        items={[{ id: 'remove', label: text.remove, run: () => props.onDialog('remove') }]}
      />
    </>
  )
}
