import { Check, CircleAlert, Clock, TriangleAlert } from 'lucide-react'
import type { FieldName } from '#shared/domain/procedures/fields.ts'
import { wizardText as text } from '#shared/text/app-wizard.ts'
import { Button } from '../../design/button.tsx'
import type { FieldFace } from './field-face.ts'
import type { Wizard } from './use-wizard.ts'

const ICONS = { ok: Check, warn: TriangleAlert, time: Clock, stop: CircleAlert } as const

/** The words under a field: what it is for, how it was understood, or what is wrong. Shape and words, not colour alone. */
export function FieldLine({ face }: { face: FieldFace }) {
  if (face.tone === 'help') return <>{face.words}</>
  const Icon = ICONS[face.tone]
  return (
    <span className={`field-line field-line--${face.tone}`}>
      <Icon className="icon" aria-hidden="true" />
      <span>{face.words}</span>
    </span>
  )
}

/** What can be done about it without typing: put what may have been meant, or say that it is right as it is. */
export function FieldWays({ name, face, wizard }: { name: FieldName; face: FieldFace; wizard: Wizard }) {
  const { suggestions, accept } = face
  if (suggestions.length === 0 && accept === null) return null
  return (
    <div className="field-ways">
      {!accept?.on &&
        suggestions.map((value) => (
          <Button key={value} size="low" onClick={() => wizard.put(name, value)}>
            {text.suggest(value)}
          </Button>
        ))}
      {accept && !accept.on && (
        <Button size="low" onClick={() => wizard.form.accept(accept.what, true)}>
          {text.acceptAsIs}
        </Button>
      )}
      {accept?.on && (
        <>
          <span className="small second">{text.accepted}</span>
          <Button size="low" tone="plain" onClick={() => wizard.form.accept(accept.what, false)}>
            {text.takeBack}
          </Button>
        </>
      )}
    </div>
  )
}
