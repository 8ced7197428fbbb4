import { Copy } from 'lucide-react'
import { count } from '#shared/text/app.ts'
import { settingsText as text } from '#shared/text/app-settings.ts'
import { Button } from '../../design/button.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { Section } from '../frame/page.tsx'

/** What this PC keeps, and where. */
export function DataSection() {
  const store = useSlice('store')
  if (!store) return null
  const copy = async () => {
    await navigator.clipboard.writeText(store.directory)
    showToast(text.folderCopied)
  }
  return (
    <Section title={text.data}>
      <ul className="setting-rows">
        <li>
          <div>
            <b>{text.folder}</b>
            <span className="small muted settings__path">{store.directory}</span>
          </div>
          <Button size="low" icon={<Copy className="icon" aria-hidden="true" />} onClick={() => void copy()}>
            {text.copyFolder}
          </Button>
        </li>
        {/* What is not known says nothing: a 0 would be a lie. */}
        {store.reports !== undefined && (
          <li>
            <b>{text.reports}</b>
            <span className="figures">{count(store.reports)}</span>
          </li>
        )}
        {store.bytes !== undefined && (
          <li>
            <b>{text.size}</b>
            <span className="figures">{text.bytes(store.bytes)}</span>
          </li>
        )}
      </ul>
      <p className="small muted settings__note">{text.dataNote}</p>
    </Section>
  )
}
