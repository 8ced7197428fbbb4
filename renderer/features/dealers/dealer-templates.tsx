import { LayoutTemplate, Plus } from 'lucide-react'
import { useState } from 'react'
import type { DealerBoard } from '#shared/bridge/dealers.ts'
import type { Template } from '#shared/bridge/templates.ts'
import { dealerText as text } from '#shared/text/dealers.ts'
import { templatesText } from '#shared/text/fields.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Keys } from '../../design/kbd.tsx'
import { useClient } from '../../replica/client.ts'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { Section } from '../frame/page.tsx'
import { TemplateDialog } from '../templates/template-dialog.tsx'
import { startFromTemplate } from '../wizard/start-draft.ts'

/** Templates with a key of their own. */
const MAX_KEYS = 9

/** The templates of a dealer: each begins a procedure with one key. */
export function DealerTemplates({ board, hidesNames }: { board: DealerBoard; hidesNames: boolean }) {
  const client = useClient()
  const letters = useLetters()
  const [editing, setEditing] = useState<Template | 'new' | null>(null)
  const { templates } = board
  const start = (template: Template | undefined) =>
    template && template.kind !== null && void startFromTemplate(client, template)
  useShortcuts({
    'dealer.template': templates.length > 0 && (({ key }) => start(templates[Number(key) - 1])),
  })
  const nameOf = ({ name }: Template) => (hidesNames ? templatesText.title : name)
  return (
    <Section
      title={text.templates}
      actions={
        <Button size="low" tone="plain" icon={Plus} onClick={() => setEditing('new')}>
          {text.newTemplate}
        </Button>
      }
    >
      {templates.length === 0 && <p className="small second">{text.templatesNone}</p>}
      <ul className="rows rows--ruled">
        {templates.map((template, index) => (
          <li key={template.id} className="dealer-template">
            <button
              type="button"
              className="row"
              aria-label={text.change(nameOf(template))}
              onClick={() => setEditing(template)}
            >
              <Icon of={LayoutTemplate} />
              <span className="clip">{nameOf(template)}</span>
              <span className="small second clip">{templatesText.kind(template.kind)}</span>
            </button>
            <Button
              size="low"
              disabled={template.kind === null}
              aria-label={text.startIt(nameOf(template))}
              shortcut={letters && index < MAX_KEYS && <Keys keys={[String(index + 1)]} />}
              onClick={() => start(template)}
            >
              {text.start}
            </Button>
          </li>
        ))}
      </ul>
      {editing && (
        <TemplateDialog
          template={editing === 'new' ? null : editing}
          dealer={{ name: board.name, taxId: board.taxId }}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  )
}
