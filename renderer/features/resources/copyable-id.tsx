import { Copy } from 'lucide-react'
import { resourceWords as text } from '#shared/text/resources.ts'
import { IconButton } from '../../design/button.tsx'
import { copyText } from './copy-text.ts'
import './resources.css'

/** The service's id of a resource, with a copy button. */
export function CopyableId({ id }: { id: string }) {
  return (
    <>
      <span className="resource-id">{id}</span>
      <IconButton icon={Copy} label={text.copyId} named onClick={() => void copyText(id, text.copied.id)} />
    </>
  )
}
