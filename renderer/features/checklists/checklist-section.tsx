import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  allItems,
  BUILT_IN_CHECKLISTS,
  checklistKey,
  mergeChecklists,
  type Situation,
  SITUATIONS,
} from '#shared/domain/procedures/checklists.ts'
import { DRAFT_KINDS, type DraftKind } from '#shared/domain/procedures/kinds.ts'
import { checklistsText as text, situationLabels } from '#shared/text/checklists.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { requirementLabel } from '#shared/text/fields.ts'
import { listed } from '#shared/text/grammar.ts'
import { procedureKindLabels } from '#shared/text/labels.ts'
import { Button } from '../../design/button.tsx'
import { SelectField } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { SettingItem, SettingItems, SettingRow, SettingsSection } from '../../app/setting-rows.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'
import { showToast } from '../../app/toasts.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { ChecklistDialog } from './checklist-dialog.tsx'

const WORDS = [
  text.intro,
  text.search,
  ...Object.values(situationLabels),
  ...Object.values(procedureKindLabels),
]
const KINDS = DRAFT_KINDS.map((value) => ({ value, label: procedureKindLabels[value] }))

/** *Documentos por caso*: the office's checklists, by procedure type and situation. */
export function ChecklistSection() {
  const { data, error } = useQuery('checklists.list', {})
  const [kind, setKind] = useState<DraftKind>('transfer')
  const [editing, setEditing] = useState<Situation | null>(null)
  const lists = mergeChecklists(data?.own ?? {})
  const own = data?.own ?? {}
  // An empty list of the program is offered only where the procedure type may have such a case.
  const shown = SITUATIONS.filter(
    (situation) => kind === 'transfer' || lists[kind][situation].length > 0 || OPEN.includes(situation),
  )
  return (
    <SettingsSection id="checklists" rows={[WORDS]}>
      <ul className="setting-rows">
        <SettingRow
          words={WORDS}
          help={`${text.intro} ${text.shared}`}
          under={
            <>
              <div className="client-texts__group">
                <SelectField
                  label={text.kind}
                  options={KINDS}
                  value={kind}
                  onChange={(value) => setKind(value as DraftKind)}
                />
              </div>
              {error && !data && (
                <p className="small">
                  {text.failed} {errorTexts[error.code].title}
                </p>
              )}
              {data && (
                <SettingItems>
                  {shown.map((situation) => {
                    const items = lists[kind][situation]
                    const name = situationLabels[situation]
                    return (
                      <SettingItem
                        key={situation}
                        name={name}
                        marks={Object.hasOwn(own, checklistKey(kind, situation)) ? text.own : text.builtIn}
                        line={
                          items.length === 0
                            ? text.noItems
                            : listed(items.map((item) => requirementLabel(item.name || item.id, kind)))
                        }
                      >
                        <Button size="low" aria-label={text.edit(name)} onClick={() => setEditing(situation)}>
                          {text.change}
                        </Button>
                      </SettingItem>
                    )
                  })}
                </SettingItems>
              )}
              <ChecklistFiles hasOwn={Object.keys(own).length > 0} />
            </>
          }
        />
      </ul>
      {editing && data && (
        <ChecklistDialog
          kind={kind}
          situation={editing}
          items={lists[kind][editing]}
          builtIn={BUILT_IN_CHECKLISTS[kind][editing]}
          known={allItems(kind, lists)}
          isOwn={Object.hasOwn(own, checklistKey(kind, editing))}
          version={data.versions[checklistKey(kind, editing)] ?? 0}
          onClose={() => setEditing(null)}
        />
      )}
    </SettingsSection>
  )
}

/** Situations of one party, which any procedure type may have. */
const OPEN: readonly Situation[] = ['company', 'foreigner', 'minor', 'several-owners']

/** Exports the office's lists, and reads a file of lists. */
function ChecklistFiles({ hasOwn }: { hasOwn: boolean }) {
  const { bridge } = useClient()
  const chooser = useRef<HTMLInputElement>(null)
  const { task, run, forget } = useOnce<'import'>()
  const file = useSaveFile('checklists.export', text.exported)
  const importFile = async (chosen: File) => {
    const done = await run('import', async () =>
      bridge.call('checklists.import', { text: (await chosen.text()).slice(0, MAX_FILE) }),
    )
    if (done) showToast(text.imported(done.value.lists))
  }
  return (
    <>
      <div className="actions">
        <input
          ref={chooser}
          type="file"
          hidden
          accept="application/json,.json"
          onChange={({ target }) => {
            const chosen = target.files?.[0]
            // Lets the user choose the same file again: without a reset, the browser fires no change event.
            target.value = ''
            if (chosen) void importFile(chosen)
          }}
        />
        <Button
          size="low"
          icon={Upload}
          disabled={task.state === 'busy'}
          onClick={() => {
            forget()
            chooser.current?.click()
          }}
        >
          {task.state === 'busy' ? text.importing : text.importAll}
        </Button>
        <Button
          aria-label={text.exportLists}
          size="low"
          icon={Download}
          disabled={!hasOwn || file.saving !== null}
          onClick={() => file.save({})}
        >
          {text.exportAll}
        </Button>
      </div>
      {task.state === 'failed' && (
        <FailedNotice
          error={task.error}
          texts={{
            'file-unreadable': {
              title: text.importFailed,
              advice: task.error.detail === undefined ? text.importNotJson : text.importWrong,
            },
          }}
        />
      )}
    </>
  )
}

/** Longest file that is read. A longer one is cut off, and then is no JSON. */
const MAX_FILE = 1_000_000
