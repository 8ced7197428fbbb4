import { LayoutTemplate, Plus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { DRAFT_KINDS } from '#shared/domain/procedures/kinds.ts'
import type { Template } from '#shared/bridge/templates.ts'
import { templatesText } from '#shared/text/fields.ts'
import { newText as text } from '#shared/text/outbox.ts'
import { procedureKindTexts } from '#shared/text/procedure-kinds.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu, type MenuItem } from '../../design/menu.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { openRoute } from '../../app/route.ts'
import { KIND_ICONS } from './kind-icons.ts'
import { startDraft, whyNot } from './start-draft.ts'
import { startFromTemplate } from './start-from.ts'

/** Maximum number of templates in the menu. The rest are in the list of templates. */
const MAX_OFFERED = 6
const byUse = (a: Template, b: Template) => (b.usedAt ?? 0) - (a.usedAt ?? 0)

/**
 * «Nuevo» menu with the kinds that can be created here. Choosing an unavailable kind shows the reason and opens the
 * setting. Button and menu are separate, so that the open menu stays while the button moves, as when an empty list
 * fills.
 */
export function useNewMenu(): { button: ReactNode; menu: ReactNode } {
  const client = useClient()
  const { data: abilities } = useQuery('procedures.abilities', {})
  const hint = useKeyHint()
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useShortcuts({ 'cases.new': () => setOpen(true) })
  const { data: templates } = useQuery('templates.list', {})
  const kinds = DRAFT_KINDS.map((kind): MenuItem => ({
    id: kind,
    label: procedureKindTexts[kind].name,
    detail: whyNot(kind, abilities)?.words ?? procedureKindTexts[kind].startsWith,
    icon: <Icon of={KIND_ICONS[kind]} />,
    run: () => void startDraft(client, kind),
  }))
  const used = (templates?.rows ?? [])
    .filter(({ kind }) => kind !== null)
    .toSorted(byUse)
    .slice(0, MAX_OFFERED)
  const items: MenuItem[] = [
    ...kinds,
    ...used.map((template, index) => ({
      id: template.id,
      label: template.name,
      detail: `${text.template} · ${templatesText.kind(template.kind)}`,
      icon: <Icon of={LayoutTemplate} />,
      divided: index === 0,
      run: () => void startFromTemplate(client, template),
    })),
    ...(templates && templates.rows.length > 0
      ? [{ id: 'templates', label: text.templates, run: () => openRoute({ view: 'templates' }) }]
      : []),
  ]
  return {
    button: (
      <Button
        ref={anchor}
        tone="primary"
        size="low"
        icon={Plus}
        {...hint('cases.new')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {text.button}
      </Button>
    ),
    menu: open && <Menu label={text.menu} items={items} anchor={anchor} onClose={() => setOpen(false)} />,
  }
}
