import { Copy } from 'lucide-react'
import { resourceWords as text } from '#shared/text/app-resources.ts'
import { Button } from '../../design/button.tsx'
import { copyText } from './copy-text.ts'
import './copyable-id.css'

/** The service's id of something, and a button that copies it. */
export function CopyableId({ id }: { id: string }) {
  return (
    <>
      <span className="resource-id">{id}</span>
      <Button
        tone="plain"
        size="low"
        aria-label={text.copyId}
        title={text.copyId}
        icon={Copy}
        onClick={() => void copyText(id, text.copied.id)}
      />
    </>
  )
}
