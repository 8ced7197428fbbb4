import { useState } from 'react'
import {
  fieldsOf,
  SITUATION_GROUPS,
  type SituationGroup,
  type SituationId,
  situationsOf,
} from '#shared/domain/client-situations.ts'
import { isUsableTemplate } from '#shared/domain/client-template.ts'
import { clientTextsText as text, situationGroups, situationName, originalText } from '#shared/text/client.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { SelectField } from '../../design/fields.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { ClientTextDialog } from './client-text-dialog.tsx'
import { SettingItem, SettingItems } from './setting-item.tsx'
import { SettingProblem } from './setting-problem.tsx'
import { SettingRow, SettingsSection } from './settings-filter.tsx'
import '../client-messages/client-messages.css'

const WORDS = [
  text.intro,
  text.syntax,
  text.search,
  ...Object.values(situationGroups),
  ...SITUATION_GROUPS.flatMap(situationsOf).map(situationName),
]
const GROUPS = SITUATION_GROUPS.map((value) => ({ value, label: situationGroups[value] }))

/** *Textos*: what is written to clients in each situation, as this office wants it. */
export function ClientTextsSection() {
  const { data, error } = useQuery('client-texts.list', {})
  const [group, setGroup] = useState<SituationGroup>('state')
  const [editing, setEditing] = useState<SituationId | null>(null)
  return (
    <SettingsSection id="client-texts" rows={[WORDS]}>
      <ul className="setting-rows">
        <SettingRow
          words={WORDS}
          help={
            <>
              {text.intro} {text.syntax}
            </>
          }
          under={
            <>
              <div className="client-texts__group">
                <SelectField
                  label={text.show}
                  options={GROUPS}
                  value={group}
                  onChange={(value) => setGroup(value as SituationGroup)}
                />
              </div>
              {error && !data && (
                <p className="small">
                  {text.failed} {errorTexts[error.code].title}
                </p>
              )}
              {data && (
                <SettingItems>
                  {situationsOf(group).map((id) => (
                    <TextItem key={id} id={id} own={data.own[id]} onEdit={() => setEditing(id)} />
                  ))}
                </SettingItems>
              )}
            </>
          }
        />
      </ul>
      {editing && data && (
        <ClientTextDialog id={editing} own={data.own[editing]} onClose={() => setEditing(null)} />
      )}
    </SettingsSection>
  )
}

function TextItem({ id, own, onEdit }: { id: SituationId; own: string | undefined; onEdit: () => void }) {
  const isBroken = own !== undefined && !isUsableTemplate(own, fieldsOf(id))
  const name = situationName(id)
  return (
    <SettingItem
      name={name}
      marks={isBroken ? '' : own === undefined ? text.original : text.own}
      line={<span className="client-texts__line">{own ?? originalText(id)}</span>}
      under={isBroken && <SettingProblem>{text.brokenMark}</SettingProblem>}
    >
      <Button size="low" aria-label={text.edit(name)} onClick={onEdit}>
        {text.change}
      </Button>
    </SettingItem>
  )
}
