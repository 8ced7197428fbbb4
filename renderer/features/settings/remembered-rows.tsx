import { useState } from 'react'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { rememberedText as text } from '#shared/text/fields.ts'
import { settingsText } from '#shared/text/settings.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { announce } from '../../app/announcer.tsx'
import { SettingProblem, SettingRow } from '../../app/setting-rows.tsx'

type Row = keyof typeof text.labels

const ROWS: readonly Row[] = ['userEmail', 'place', 'representativeIdNumber']
/** Search words of each row. */
export const REMEMBERED_WORDS = ROWS.map((row) => [
  text.title,
  text.labels[row],
  text.uses[row],
  'recordar olvidar',
])

const FORGETS: Readonly<Record<Row, CommandArgs<'remembered.update'>>> = {
  userEmail: { userEmail: '' },
  place: { municipalityName: '', provinceName: '' },
  representativeIdNumber: { representativeIdNumber: '' },
}

/** Remembered values of this account, each with a button to forget it. */
export function RememberedRows() {
  const { bridge } = useClient()
  const { data } = useQuery('remembered.get', {})
  const [failed, setFailed] = useState<{ row: Row; error: AppError } | null>(null)
  if (!data) return null
  const values: Readonly<Record<Row, string>> = {
    userEmail: data.userEmail,
    place: [data.municipalityName, data.provinceName].filter(Boolean).join(' · '),
    representativeIdNumber: data.representativeIdNumber,
  }
  const forget = async (row: Row) => {
    const answer = await bridge.call('remembered.update', FORGETS[row])
    setFailed(answer.ok ? null : { row, error: answer.error })
    if (answer.ok) announce(text.forgotten)
  }
  return ROWS.map((row, at) => (
    <SettingRow
      key={row}
      words={REMEMBERED_WORDS[at] ?? []}
      title={text.labels[row]}
      help={`${text.uses[row]} ${text.help}`}
      under={
        failed?.row === row && (
          <SettingProblem>
            {settingsText.failed} {errorTexts[failed.error.code].title} {errorTexts[failed.error.code].advice}
          </SettingProblem>
        )
      }
    >
      <span className={values[row] === '' ? 'small muted' : 'small'}>{values[row] || text.none}</span>
      <Button
        size="low"
        disabled={values[row] === ''}
        aria-label={text.forgetOne(text.labels[row])}
        onClick={() => void forget(row)}
      >
        {text.forget}
      </Button>
    </SettingRow>
  ))
}
