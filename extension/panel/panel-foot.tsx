import { Copy } from 'lucide-react'
import { useState } from 'react'
import { panelText as text } from '#shared/text/extension.ts'
import { Button } from '#renderer/design/button.tsx'
import type { PanelModel, PanelState } from './panel-model.ts'
import { resultText } from './result-text.ts'

export function PanelFoot({ model, state }: { model: PanelModel; state: PanelState }) {
  const [copied, setCopied] = useState<{ failed: boolean; of: string } | null>(null)
  const result = resultText(state.scan?.plates ?? [], state.summaries)
  const copy = () =>
    navigator.clipboard.writeText(result).then(
      () => setCopied({ failed: false, of: result }),
      () => setCopied({ failed: true, of: result }),
    )
  // Of what was copied: a verdict that came later is not in it.
  const isCopied = copied !== null && !copied.failed && copied.of === result
  return (
    <footer className="panel__foot">
      <Button size="low" icon={Copy} onClick={() => void copy()}>
        {isCopied ? text.copied : text.copy}
      </Button>
      <span className={copied?.failed ? 'small panel__failed' : 'visually-hidden'} role="status">
        {copied?.failed ? text.notCopied : isCopied ? text.copied : ''}
      </span>
      <Button className="panel__clear" tone="plain" size="low" onClick={() => model.clear()}>
        {text.clear}
      </Button>
    </footer>
  )
}
