import {
  Bell,
  BellOff,
  Bookmark,
  Calculator,
  Copy,
  CopyPlus,
  Ellipsis,
  ExternalLink,
  Hash,
  LayoutTemplate,
  type LucideIcon,
  MessageSquareText,
  Pin,
  PinOff,
  Printer,
  UserRound,
} from 'lucide-react'
import { useState, useEffect, useRef } from 'react'
import { clientDialogText } from '#shared/text/client.ts'
import { kindOfType } from '#shared/domain/procedures/kinds.ts'
import { emptyForm, withFields } from '#shared/domain/procedures/fields.ts'
import { templateStart } from '#shared/domain/procedures/template.ts'
import { copyText as likeText, templatesText } from '#shared/text/fields.ts'
import { coverSheetText, procedureText as text, webErrors } from '#shared/text/procedure.ts'
import { resourceWords } from '#shared/text/resources.ts'
import { shortcutText } from '#shared/text/shortcuts.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { type MenuItem, MenuButton } from '../../design/menu.tsx'
import { useClient } from '../../replica/client.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { copyText } from '../../app/copy-text.ts'
import type { ResourcePageProps } from '../resources/feature.ts'
import { TemplateDialog } from '../templates/feature.ts'
import { createLike } from '../new-draft/feature.ts'
import { FormDialog } from '../../design/dialogs.tsx'
import { Field } from '../../design/fields.tsx'
import { errorTexts } from '#shared/text/errors.ts'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../app/announcer.tsx'
import { openTab } from '../../app/open-tab.ts'
import { showToast } from '../../app/toasts.ts'
import type { CaseAnnotations } from './label-row.tsx'

export interface ProcedureActionsProps extends ResourcePageProps {
  annotations: CaseAnnotations
  onCopyPlate: (() => void) | undefined
  onCopySummary: () => void
  onCover: () => void
  onClient: () => void
  onAssign: () => void
  /** Absent for a procedure that is no transfer. */
  onItp: (() => void) | undefined
}

/** Actions on the whole procedure. The next step is beside the incident that needs it. */
export function ProcedureActions(props: ProcedureActionsProps) {
  const { view, resource, annotations, onCopyPlate, onCopySummary, onCover, onClient, onAssign, onItp } =
    props
  const hint = useKeyHint()
  const [pinning, setPinning] = useState(false)
  const [saving, setSaving] = useState(false)
  const client = useClient()
  const kind = kindOfType(String(view.body['type'] ?? ''))
  const web = useWebPage(view.id)
  const side = annotations.annotations
  const icon = (of: LucideIcon) => <Icon of={of} />
  const items: MenuItem[] = [
    {
      id: 'summary',
      label: text.copySummary,
      shortcut: 'procedure.copy',
      kbd: hint('procedure.copy').shortcut,
      icon: icon(MessageSquareText),
      run: onCopySummary,
    },
    ...(onCopyPlate
      ? [
          {
            id: 'plate',
            label: text.copyPlate,
            shortcut: 'resource.copy-plate',
            kbd: hint('resource.copy-plate').shortcut,
            icon: icon(Copy),
            run: onCopyPlate,
          },
        ]
      : []),
    {
      id: 'id',
      label: resourceWords.copyId,
      icon: icon(Hash),
      run: () => void copyText(view.id, resourceWords.copied.id),
    },
    ...(onItp
      ? [
          {
            id: 'itp',
            label: shortcutText.estimateItp,
            shortcut: 'procedure.itp',
            kbd: hint('procedure.itp').shortcut,
            icon: icon(Calculator),
            run: onItp,
          } as const,
        ]
      : []),
    // Without the annotations, the sheet would have no people.
    ...(side ? [{ id: 'cover', label: coverSheetText.action, icon: icon(Printer), run: onCover }] : []),
    {
      id: 'like',
      divided: true,
      label: likeText.action,
      icon: icon(CopyPlus),
      run: () => void createLike(client, view.id),
    },
    ...(kind && side
      ? [
          {
            id: 'template',
            label: templatesText.saveAs,
            icon: icon(LayoutTemplate),
            run: () => setSaving(true),
          },
        ]
      : []),
    {
      id: 'mute',
      divided: true,
      label: view.muted ? text.unmute : text.mute,
      detail: resourceWords.muteHelp,
      icon: icon(view.muted ? Bell : BellOff),
      run: () => void resource.mute(!view.muted),
    },
    ...(side
      ? [
          {
            id: 'assign',
            label: text.assign,
            shortcut: 'procedure.assign',
            kbd: hint('procedure.assign').shortcut,
            icon: icon(UserRound),
            run: onAssign,
          },
          {
            id: 'mark',
            label: side.marked ? text.unmark : text.mark,
            icon: icon(Bookmark),
            run: () => void annotations.mark(!side.marked),
          },
          {
            id: 'pin',
            label: side.pinned ? text.unpin : text.pin,
            detail: text.pinHelp,
            icon: icon(side.pinned ? PinOff : Pin),
            run: () => (side.pinned ? void annotations.pin(false) : setPinning(true)),
          },
        ]
      : []),
  ]
  return (
    <>
      {side?.marked && (
        <span className="procedure__flag" title={text.marked}>
          <Icon of={Bookmark} />
          <span className="visually-hidden">{text.marked}</span>
        </span>
      )}
      {view.muted && (
        <span className="procedure__flag" title={text.muted}>
          <Icon of={BellOff} />
          <span className="visually-hidden">{text.muted}</span>
        </span>
      )}
      <Button tone="plain" size="low" {...hint('resource.client')} onClick={onClient}>
        {clientDialogText.open}
      </Button>
      <Button
        tone="plain"
        size="low"
        icon={ExternalLink}
        disabled={web.busy || view.gone}
        onClick={() => void web.open()}
      >
        {web.busy ? text.openingWeb : text.openWeb}
      </Button>
      <MenuButton icon={Ellipsis} label={text.actions} items={items} />
      {saving && kind && side && (
        <TemplateDialog
          template={null}
          start={templateStart(kind, {
            // The notes are about this case alone.
            fields: withFields(emptyForm().fields, { ...side.fields, notes: '' }),
            accepted: [],
          })}
          onClose={() => setSaving(false)}
        />
      )}
      {pinning && (
        <PinDialog
          onClose={() => setPinning(false)}
          onPin={(why) => {
            setPinning(false)
            void annotations.pin(true, why)
          }}
        />
      )}
    </>
  )
}

const MAX_WHY = 200

/** Asks for the reason to keep a procedure beyond its retention period. Later readers see the reason. */
function PinDialog({ onPin, onClose }: { onPin: (why: string) => void; onClose: () => void }) {
  const [why, setWhy] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = () => {
    onPin(why.trim())
  }
  return (
    <FormDialog
      title={text.pinTitle}
      dismissable={why === ''}
      cancel={text.cancel}
      submit={text.pin}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second">{text.pinBody}</p>
      <Field
        ref={field}
        label={text.pinWhy}
        value={why}
        maxLength={MAX_WHY}
        onChange={(event) => setWhy(event.target.value)}
      />
    </FormDialog>
  )
}

/**
 * Opens the page of the procedure at the service. The link is a secret and is not stored. The core requests the link
 * on each use, checks its target, and opens it itself if it can.
 */
function useWebPage(id: string) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'open'>()
  async function open() {
    const answer = await run('open', async () => {
      const link = await bridge.call('changes.web-page', { id })
      if (!link.ok) showToast((webErrors[link.error.code] ?? errorTexts[link.error.code]).title, 'failed')
      return link
    })
    if (!answer) return
    const { url } = answer.value
    if (url === null || openTab(url)) return announce(text.webOpened)
    // Browsers allow a new tab only right after a click, and the answer took longer. The toast offers a button for a
    // new click.
    showToast(text.webBlocked, 'failed', { label: text.webAgain, run: () => void open() })
  }
  return { busy: task.state === 'busy', open }
}
