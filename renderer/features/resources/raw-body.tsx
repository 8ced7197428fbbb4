import { Copy } from 'lucide-react'
import { useState } from 'react'
import { resourceWords as text } from '#shared/text/resources.ts'
import { Button } from '../../design/button.tsx'
import type { Body } from '#shared/domain/service-body.ts'
import { copyText } from './copy-text.ts'

/** Body as it came, for support, including the fields that no card shows. */
export function RawBody({ body }: { body: Body }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="raw-body" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.raw}</summary>
      {/* Serialized only when opened: a body may be long. */}
      {open && <Open body={body} />}
    </details>
  )
}

function Open({ body }: { body: Body }) {
  if (Object.keys(body).length === 0) return <p className="small muted">{text.rawEmpty}</p>
  const json = JSON.stringify(body, null, 2)
  return (
    <>
      <div className="raw-body__head">
        <p className="small muted">{text.rawHelp}</p>
        <Button size="low" icon={Copy} onClick={() => void copyText(json, text.copied.body)}>
          {text.rawCopy}
        </Button>
      </div>
      {/* Long content scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={text.raw}>
        {json}
      </pre>
    </>
  )
}
